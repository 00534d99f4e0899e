import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openStore } from './open-store.ts'
import type { Store } from './store.ts'
import { sampleRecord, sampleSummary, started } from './testing/execution-samples.ts'
import { sampleSave, sampleToken } from './testing/sample-records.ts'

let folder: string
let store: Store
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'millrace-stamp-'))
  store = await openStore({ database: join(folder, 'millrace.db') })
})
afterEach(async () => {
  await store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('every write changes the stamp, whether it succeeds or not', async () => {
  const stamps = [store.writeStamp()]
  const after = async (write: Promise<unknown>) => {
    await write.catch(() => undefined)
    stamps.push(store.writeStamp())
  }
  await after(store.workflows.create(sampleSave('a')))
  await after(store.workflows.create(sampleSave('a')))
  await after(store.tokens.create(sampleToken('a')))
  await after(store.tokens.create(sampleToken('a')))
  await after(store.grants.take('link', 'unknown'))
  await after(store.workflows.remove('a'))
  expect(stamps).not.toContain(undefined)
  expect(new Set(stamps).size).toBe(stamps.length)
})

test('reads and the journal leave the stamp unchanged; removing an execution changes it', async () => {
  const before = store.writeStamp()
  await store.workflows.get('a')
  await store.journal.create(sampleRecord('a'), [started(1)], sampleSummary('completed'))
  expect(store.writeStamp()).toBe(before)
  await store.executions.remove(['a'])
  expect(store.writeStamp()).not.toBe(before)
})

test('retention changes only the stamp of the history', async () => {
  await store.journal.create(sampleRecord('a'), [started(1)], sampleSummary('completed'))
  const [writes, history] = [store.writeStamp(), store.historyStamp()]
  const pruning = store.executions.prune({ finishedBefore: Date.now() + 1, keepPerWorkflow: 0, batch: 10 })
  expect(await pruning).toBe(1)
  expect(store.writeStamp()).toBe(writes)
  expect(store.historyStamp()).not.toBe(history)
})

test('every write changes the stamp of the history', async () => {
  const before = store.historyStamp()
  const writing = store.workflows.create(sampleSave('a'))
  expect(store.historyStamp()).toBeUndefined()
  await writing
  expect(store.historyStamp()).not.toBe(before)
  await store.close()
  expect(store.historyStamp()).toBeUndefined()
})

test('there is no stamp while a write runs, nor after the store is closed', async () => {
  const writing = store.keyValues.set('a', 'b', 1)
  expect(store.writeStamp()).toBeUndefined()
  await writing
  expect(store.writeStamp()).toBeTypeOf('number')
  await store.close()
  expect(store.writeStamp()).toBeUndefined()
})
