import { LargeJson } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openStore } from '../open-store.ts'
import type { Store } from '../store.ts'
import { makeExecution, sampleRecord, sampleSummary, started, step } from '../testing/execution-samples.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'

let server: PostgresServer
let store: Store

beforeAll(async () => {
  server = await startPostgres()
  store = await openStore({ database: await server.migratedDatabase(), cluster: true })
})

afterAll(async () => {
  await store.close()
  await server.stop()
})

test('reads the events after a position, also of a compacted history', async () => {
  await makeExecution(store, { id: 'long', steps: 9 })
  const { events } = (await store.journal.load('long')) ?? { events: [] }
  expect(events).toHaveLength(10)
  const tails = async () => {
    for (let at = 0; at <= 10; at++) expect(await store.cluster?.histories.after('long', at)).toEqual(events.slice(at))
  }
  await tails()
  expect(await store.executions.compact({ batch: 10 })).toBe(1)
  await tails()
  expect(await store.cluster?.histories.after('missing', 0)).toBeUndefined()
})

test('loads large values of the events', async () => {
  const text = 'x'.repeat(100_000)
  const large = { ...started(1), inputs: { text } }
  await store.journal.create(sampleRecord('large'), [large, step(1)], sampleSummary('running'))
  const [first] = (await store.cluster?.histories.after('large', 0)) ?? []
  const value: unknown = first?.type === 'started' ? first.inputs.text : undefined
  expect(value instanceof LargeJson ? value.text : value).toContain(text)
})

test('reads how far executions are', async () => {
  await makeExecution(store, { id: 'running', status: 'running', steps: 2 })
  await makeExecution(store, { id: 'over' })
  expect(await store.cluster?.histories.ends(['running', 'missing', 'over'])).toEqual(
    new Map([
      ['running', { length: 3, isOver: false }],
      ['over', { length: 1, isOver: true }],
    ]),
  )
})
