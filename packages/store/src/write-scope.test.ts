import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { sampleRecord, sampleSummary, started } from './testing/execution-samples.ts'
import { sampleGrant, sampleSave } from './testing/sample-records.ts'
import { StoreUnavailable } from './unavailable.ts'
import { mayHaveWritten, writeScope } from './write-scope.ts'

let store: Store
beforeEach(async () => {
  store = await openStore({ database: ':memory:' })
})
afterEach(() => store.close())

async function hasWritten(use: () => Promise<unknown>): Promise<boolean> {
  const scope = { hasWritten: false }
  await writeScope.run(scope, use)
  return scope.hasWritten
}

const sample = (id: string) => store.journal.create(sampleRecord(id), [started(1)], sampleSummary('running'))

test('notes a write of a store, but not one that changed nothing', async () => {
  expect(await hasWritten(() => store.workflows.create(sampleSave('a')))).toBe(true)
  expect(await hasWritten(() => store.workflows.create(sampleSave('a')))).toBe(false)
  expect(await hasWritten(() => store.workflows.remove('absent'))).toBe(false)
})

test('notes no read', async () => {
  await store.workflows.create(sampleSave('a'))
  expect(await hasWritten(() => store.workflows.get('a'))).toBe(false)
  const query = { search: 'name', sort: 'name', order: 'asc', limit: 9, offset: 0 } as const
  expect(await hasWritten(() => store.workflows.list(query))).toBe(false)
  expect(await hasWritten(() => store.journal.load('absent'))).toBe(false)
})

test('notes a statement that removes a row and returns it', async () => {
  await store.grants.create(sampleGrant('x', { kind: 'session' }))
  expect(await hasWritten(() => store.grants.take('session', 'x'))).toBe(true)
})

test('notes a write of the journal for its own caller only', async () => {
  const scopes = ['a', 'a', 'b'].map((id) => ({ id, scope: { hasWritten: false } }))
  // All three are in one batch, and the second is rejected.
  const written = scopes.map(({ id, scope }) => writeScope.run(scope, () => sample(id)))
  const ends = await Promise.allSettled(written)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(scopes.map(({ scope }) => scope.hasWritten)).toEqual([true, false, true])
})

test('a failed request may have written if its write was lost, or if an earlier one was made', () => {
  const offline = new StoreUnavailable('offline')
  const lost = new StoreUnavailable('lost')
  expect(mayHaveWritten(offline, { hasWritten: false })).toBe(false)
  expect(mayHaveWritten(offline, { hasWritten: true })).toBe(true)
  expect(mayHaveWritten(lost, { hasWritten: false })).toBe(true)
  // Before its handler has begun, for example while its token is checked.
  expect(mayHaveWritten(lost)).toBe(false)
  expect(mayHaveWritten(new Error('a bug'), { hasWritten: true })).toBe(false)
})
