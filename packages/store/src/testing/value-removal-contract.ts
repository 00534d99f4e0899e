import type { ExecutionEvent } from '@millrace/engine'
import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { makeSession, sampleQuestion, sampleTurn, turnMessage } from './conversation-samples.ts'
import { sampleRecord, sampleSummary, started, step } from './execution-samples.ts'

const SECRET = 'confidential'
const LARGE = SECRET.repeat(10_000)
const QUERY = { endedBefore: 100, now: 500, batch: 2 }
const FAILURE = { message: `${SECRET} was wrong`, code: 'WRONG' }

const FAILED: ExecutionEvent = { type: 'finished', at: 5, status: 'failed', failure: FAILURE }
const COMPLETED: ExecutionEvent = { type: 'finished', at: 5, status: 'completed' }

/** Creates an execution in several writes: it runs, asks, and ends. */
async function run(
  { journal }: Store,
  id: string,
  { keepValues, end }: { readonly keepValues?: 'failures' | 'none'; readonly end: ExecutionEvent },
): Promise<void> {
  const about = keepValues === undefined ? {} : { keepValues }
  const record = sampleRecord(id, { secrets: Buffer.from(SECRET), about })
  await journal.create(record, [{ ...started(1), inputs: { given: SECRET } }], sampleSummary('running'))
  const question = sampleQuestion(`q-${id}`, { executionId: id, status: 'resolved', value: SECRET })
  await journal.append(id, 1, [step(1, { large: LARGE })], sampleSummary('running', { questions: [question] }))
  const isFailed = end === FAILED
  const summary = isFailed ? { error: FAILURE.message } : {}
  await journal.append(
    id,
    2,
    [step(2, { shared: `${LARGE}!` }), end],
    sampleSummary(isFailed ? 'failed' : 'completed', summary),
  )
}

export function valueRemovalContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  const textOf = async (store: Store, id: string) => JSON.stringify((await store.journal.load(id))?.events)

  test('removes inputs, outputs, large values, questions, messages and secrets, and keeps the frame', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    await run(store, 'bare', { keepValues: 'none', end: FAILED })
    await run(store, 'whole', { end: FAILED })
    expect(await store.executions.removeValues(QUERY)).toBe(1)
    expect(await store.executions.removeValues(QUERY)).toBe(0)
    const { record, events = [] } = (await store.journal.load('bare')) ?? {}
    expect(record).toMatchObject({ secrets: null, about: { keepValues: 'none' } })
    expect(events.map(({ type }) => type)).toEqual(['started', 'step-completed', 'step-completed', 'finished'])
    expect(events[0]).toMatchObject({ valuesRemovedAt: 500, inputs: { given: { $removed: true, characters: 14 } } })
    expect(events[1]).toMatchObject({ outputs: { large: { $removed: true, characters: LARGE.length + 2 } } })
    expect(await textOf(store, 'bare')).not.toContain(SECRET)
    expect(await store.executions.get('bare')).toMatchObject({ status: 'failed', error: 'WRONG' })
    expect(await store.interrupts.get('q-bare')).toBeUndefined()
    const sql = openSql(database)
    // Equal values of the other execution are still there.
    expect(await sql.all('SELECT count(*) AS n FROM large_values', [])).toEqual([{ n: 2 }])
    expect(await sql.all('SELECT count(*) AS n FROM large_value_uses', [])).toEqual([{ n: 2 }])
    expect(await textOf(store, 'whole')).toContain(SECRET)
    expect(await store.executions.get('whole')).toMatchObject({ error: FAILURE.message })
    expect(await store.interrupts.get('q-whole')).toBeDefined()
    await run(store, 'another', { keepValues: 'none', end: COMPLETED })
    await store.executions.remove(['whole'])
    expect(await store.executions.removeValues(QUERY)).toBe(1)
    expect(await sql.all('SELECT count(*) AS n FROM large_values', [])).toEqual([{ n: 0 }])
  })

  test('keeps the values of failures if only these are wanted, and compacts their histories', async () => {
    const store = await open()
    await run(store, 'failed', { keepValues: 'failures', end: FAILED })
    await run(store, 'completed', { keepValues: 'failures', end: COMPLETED })
    expect(await store.executions.compact({ batch: 10 })).toBe(0)
    expect(await store.executions.removeValues(QUERY)).toBe(2)
    expect(await textOf(store, 'failed')).toContain(SECRET)
    expect(await textOf(store, 'completed')).not.toContain(SECRET)
    expect(await store.executions.compact({ batch: 10 })).toBe(1)
    expect(await textOf(store, 'failed')).toContain(SECRET)
  })

  test('removes the values of executions that ended before a restart', async () => {
    const database = await migratedDatabase()
    const before = await open(database)
    await run(before, 'bare', { keepValues: 'none', end: COMPLETED })
    await before.close()
    const after = await open(database)
    expect(await textOf(after, 'bare')).toContain(SECRET)
    expect(await after.executions.removeValues(QUERY)).toBe(1)
    expect(await textOf(after, 'bare')).not.toContain(SECRET)
  })

  test('removes the values of an execution that was created with its end', async () => {
    const store = await open()
    const record = sampleRecord('quick', { about: { keepValues: 'none' } })
    const events = [{ ...started(1), inputs: { given: SECRET } }, step(1, { out: SECRET }), COMPLETED]
    await store.journal.create(record, events, sampleSummary('completed'))
    expect(await store.executions.removeValues(QUERY)).toBe(1)
    expect(await textOf(store, 'quick')).not.toContain(SECRET)
    expect((await store.journal.load('quick'))?.events).toHaveLength(3)
  })

  test('waits while an execution runs or has just ended, its parent needs it, or its turn is open', async () => {
    const store = await open()
    const about = { keepValues: 'none' } as const
    const events = [{ ...started(1), inputs: { given: SECRET } }, COMPLETED]
    const create = (id: string, status: 'running' | 'completed', change = {}, updatedAt = 1) =>
      store.journal.create(
        sampleRecord(id, { about, ...change }),
        status === 'running' ? events.slice(0, 1) : events,
        sampleSummary(status, { updatedAt }),
      )
    await create('parent', 'running')
    for (const child of ['child1', 'child2', 'child3'])
      await create(child, 'completed', { parent: { execution: 'parent', node: 0, scope: '' }, depth: 1 })
    await create('recent', 'completed', {}, 100)
    await makeSession(store, 's')
    await store.sessions.beginTurn(sampleTurn('s', 'turn'), turnMessage('turn'))
    await create('turn', 'completed')
    await create('free', 'completed', {}, 50)
    // The waiting ones come first, and there are more of them than fit into a batch.
    expect(await store.executions.removeValues(QUERY)).toBe(1)
    expect(await store.executions.removeValues(QUERY)).toBe(0)
    expect(await textOf(store, 'free')).not.toContain(SECRET)
    for (const id of ['parent', 'child1', 'recent', 'turn']) expect(await textOf(store, id)).toContain(SECRET)
    await store.journal.append('parent', 1, [COMPLETED], sampleSummary('completed'))
    expect(await store.executions.removeValues({ ...QUERY, batch: 10 })).toBe(4)
    expect(await textOf(store, 'child3')).not.toContain(SECRET)
  })
}
