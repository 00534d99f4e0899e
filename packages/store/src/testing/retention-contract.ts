import { expect, test } from 'vitest'
import type { Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { EXECUTION_TABLES, makeExecution, sampleRecord, sampleSummary, started, step } from './execution-samples.ts'
import { sampleSave, upTo } from './sample-records.ts'

const NEVER = 0
const ALL = Number.MAX_SAFE_INTEGER
const LARGE = 'x'.repeat(100_000)

function planCalled(label: string) {
  return { nodes: [], edges: [], loops: [], tools: [{ id: 't', type: 'x', label, config: {} }] }
}

/** Empty counts may remain for a while, and the row for unlisted executions always remains. */
const CONDITIONS: Readonly<Record<string, string>> = {
  execution_counts: 'WHERE executions <> 0',
  execution_workflows: 'WHERE num > 0',
}

export function retentionContract(backend: Backend): void {
  const { open, openSql, migratedDatabase } = opener(backend)

  const rowsOf = async (database: string) => {
    const sql = openSql(database)
    const counts: Record<string, number> = {}
    for (const table of EXECUTION_TABLES) {
      const where = CONDITIONS[table] ?? ''
      const [row] = await sql.all<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} ${where}`, [])
      counts[table] = row?.rows ?? -1
    }
    return counts
  }
  const idsIn = async (store: Store) =>
    (await store.executions.list({ limit: 1000, offset: 0 })).items.map(({ id }) => id).join(' ')
  const nothing = Object.fromEntries(EXECUTION_TABLES.map((table) => [table, 0]))

  test('prunes old finished executions in batches, the oldest first', async () => {
    const store = await open()
    for (const [id, updatedAt] of Object.entries({ a: 30, b: 10, c: 20, d: 40, e: 5 })) {
      await makeExecution(store, { id, summary: { updatedAt } })
    }
    const query = { finishedBefore: 40, keepPerWorkflow: ALL, batch: 3 }
    expect(await store.executions.prune(query)).toBe(3)
    expect(await idsIn(store)).toBe('d a')
    expect(await store.executions.prune(query)).toBe(1)
    expect(await store.executions.prune(query)).toBe(0)
    expect(await idsIn(store)).toBe('d')
  })

  test('never prunes unfinished executions or those whose parent does not have the result yet', async () => {
    const store = await open()
    await makeExecution(store, { id: 'a', status: 'pending' })
    await makeExecution(store, { id: 'b', status: 'running' })
    await makeExecution(store, { id: 'c', status: 'running', summary: { isActive: false, wakeAt: 9 } })
    await makeExecution(store, { id: 'd', status: 'failed', summary: { isActive: true } })
    expect(await store.executions.prune({ finishedBefore: ALL, keepPerWorkflow: 0, batch: 100 })).toBe(0)
    await store.journal.setSummary('d', sampleSummary('failed'))
    expect(await store.executions.prune({ finishedBefore: NEVER, keepPerWorkflow: 0, batch: 100 })).toBe(1)
    expect(await idsIn(store)).toBe('c b a')
  })

  test('does not prune a child before its parent has finished, and prunes others meanwhile', async () => {
    const store = await open()
    await makeExecution(store, { id: 'parent', status: 'running', summary: { updatedAt: 1 } })
    for (const n of upTo(3)) {
      const parent = { execution: 'parent', node: 0, scope: '' }
      const record = sampleRecord(`child${n}`, { workflowId: 'w', parent, depth: 1 })
      await store.journal.create(record, [started(1)], sampleSummary('completed', { updatedAt: n }))
    }
    await makeExecution(store, { id: 'other', summary: { updatedAt: 9 } })
    const byAge = { finishedBefore: 10, keepPerWorkflow: ALL, batch: 2 }
    const byNumber = { finishedBefore: NEVER, keepPerWorkflow: 0, batch: 2 }
    expect(await store.executions.prune(byAge)).toBe(1)
    expect(await store.executions.prune(byNumber)).toBe(0)
    expect(await idsIn(store)).toBe('child3 child2 child1 parent')
    await store.journal.setSummary('parent', sampleSummary('completed', { updatedAt: 20 }))
    expect(await store.executions.prune(byAge)).toBe(2)
    expect(await store.executions.prune(byAge)).toBe(1)
    expect(await idsIn(store)).toBe('parent')
  })

  test('keeps the newest executions of each workflow, counting unfinished ones', async () => {
    const store = await open()
    for (const n of upTo(70)) {
      const status = n === 3 || n === 69 ? 'running' : n % 2 === 0 ? 'completed' : 'cancelled'
      await makeExecution(store, { id: `a${n}`, workflowId: 'a', status })
    }
    for (const n of upTo(3)) await makeExecution(store, { id: `b${n}`, workflowId: 'b' })
    const query = { finishedBefore: NEVER, keepPerWorkflow: 5, batch: 40 }
    expect(await store.executions.prune(query)).toBe(40)
    expect(await store.executions.prune(query)).toBe(24)
    expect(await store.executions.prune(query)).toBe(0)
    expect(await idsIn(store)).toBe('b3 b2 b1 a70 a69 a68 a67 a66 a3')
  })

  test('removes all data of pruned executions', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    for (const n of upTo(120)) {
      const record = sampleRecord(`e${n}`, { workflowId: `w${n % 7}`, plan: planCalled(`${n % 3}`) })
      await store.journal.create(record, [started(1), step(1, { large: LARGE + (n % 5) })], sampleSummary('running'))
    }
    await Promise.all(upTo(120).map((n) => store.journal.append(`e${n}`, 2, [step(2)], sampleSummary('failed'))))
    expect(await rowsOf(database)).toMatchObject({ executions: 120, plans: 3, large_values: 5, large_value_uses: 120 })
    while ((await store.executions.prune({ finishedBefore: ALL, keepPerWorkflow: ALL, batch: 50 })) > 0);
    expect(await rowsOf(database)).toStrictEqual(nothing)
    expect(await openSql(database).all('SELECT * FROM execution_counts', [])).toStrictEqual([])
  })

  test('rests after each of the short transactions of a batch', async () => {
    const store = await open()
    for (const n of upTo(120)) await makeExecution(store, { id: `e${n}`, status: 'running' })
    await Promise.all(upTo(120).map((n) => store.journal.append(`e${n}`, 1, [step(1)], sampleSummary('completed'))))
    let left: number[] = []
    const rest = async () => void left.push((await store.executions.list({ limit: 1, offset: 0 })).total)
    expect(await store.executions.compact({ batch: 120, rest })).toBe(120)
    expect(left).toStrictEqual([120, 120, 120])
    left = []
    const query = { finishedBefore: ALL, keepPerWorkflow: ALL, batch: 120, rest }
    expect(await store.executions.prune(query)).toBe(120)
    expect(left).toStrictEqual([70, 20, 0])
  })

  test('keeps a plan and a value as long as an execution uses them', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    const value = { large: LARGE }
    for (const id of ['a', 'b']) {
      await store.journal.create(
        sampleRecord(id, { plan: planCalled('x') }),
        [step(1, value)],
        sampleSummary('completed'),
      )
    }
    await store.executions.remove(['a'])
    expect(await rowsOf(database)).toMatchObject({ plans: 1, large_values: 1 })
    const record = sampleRecord('b', { plan: planCalled('x') })
    expect(parsed(await store.journal.load('b'))).toStrictEqual({ record, events: [step(1, value)] })
    await store.executions.remove(['b'])
    expect(await rowsOf(database)).toStrictEqual(nothing)
  })

  test('allows to use a pruned plan, workflow and value again', async () => {
    const store = await open()
    const plan = planCalled('x')
    for (const _ of upTo(3)) {
      const made = { record: sampleRecord('a', { plan }), events: [step(1, { large: LARGE })] }
      await store.journal.create(made.record, made.events, sampleSummary('completed'))
      expect(parsed(await store.journal.load('a'))).toStrictEqual(made)
      await store.executions.prune({ finishedBefore: ALL, keepPerWorkflow: ALL, batch: 50 })
      expect(await store.journal.load('a')).toBeUndefined()
    }
  })

  test('removes all executions of a deleted workflow, also running ones, and no others', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    await store.workflows.create(sampleSave('a'))
    await store.workflows.create(sampleSave('b'))
    await makeExecution(store, { id: 'kept', workflowId: 'b', steps: 2 })
    const before = await rowsOf(database)
    for (const n of upTo(60)) await makeExecution(store, { id: `${n}`, workflowId: 'a', status: 'running' })
    await store.journal.create(
      sampleRecord('large', { workflowId: 'a', plan: planCalled('x') }),
      [step(1, { large: LARGE })],
      sampleSummary('pending'),
    )
    expect(await store.workflows.remove('a')).toBe(true)
    expect(await store.workflows.remove('a')).toBe(false)
    expect(await idsIn(store)).toBe('kept')
    expect(await rowsOf(database)).toStrictEqual(before)
    expect(await store.journal.load('large')).toBeUndefined()
    expect((await store.journal.load('kept'))?.events).toHaveLength(3)
  })

  test('keeps executions of an unsaved workflow when deleting that workflow fails', async () => {
    const store = await open()
    await makeExecution(store, { id: 'a', workflowId: 'unsaved' })
    expect(await store.workflows.remove('unsaved')).toBe(false)
    expect(await idsIn(store)).toBe('a')
    expect(await store.executions.removeOfWorkflow('unsaved')).toBe(1)
    expect(await store.executions.removeOfWorkflow('unsaved')).toBe(0)
  })

  test('compacts a history to one row without changing what it contains', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    for (const n of upTo(60)) await makeExecution(store, { id: `${n}`, steps: n % 7 })
    await makeExecution(store, { id: 'long', steps: 150 })
    await makeExecution(store, { id: 'open', status: 'running', steps: 5 })
    const ids = [...upTo(60).map(String), 'long', 'open']
    const before = await Promise.all(ids.map((id) => store.journal.load(id)))
    // Not the eight that had ended when they were created: they have one row.
    expect(await store.executions.compact({ batch: 50 })).toBe(50)
    expect(await store.executions.compact({ batch: 50 })).toBe(3)
    expect(await store.executions.compact({ batch: 50 })).toBe(0)
    expect(await Promise.all(ids.map((id) => store.journal.load(id)))).toStrictEqual(before)
    expect(await rowsOf(database)).toMatchObject({ journal: 61 + 6, journal_chapters: 0 })
    await expect(store.journal.append('long', 150, [step(9)])).rejects.toThrow('has 151 events')
    await store.journal.append('long', 151, [step(9)])
    expect((await store.journal.load('long'))?.events).toStrictEqual([...(before[60]?.events ?? []), step(9)])
  })
}

/** Loaded events with large values, which a journal returns as text, parsed. */
function parsed(loaded: unknown): unknown {
  return JSON.parse(JSON.stringify(loaded))
}
