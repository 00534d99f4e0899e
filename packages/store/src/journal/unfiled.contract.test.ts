/** Executions that are written first and filed later, in a SQLite file. */
import { cpSync, existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { ExecutionStatus } from '@millrace/model'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '../migrations.ts'
import { openStore } from '../open-store.ts'
import { openSqlite } from '../sqlite/sqlite-sql.ts'
import type { Store } from '../store.ts'
import { sampleSubscription } from '../testing/delivery-contract.ts'
import { makeExecution, sampleRecord, sampleSummary, started, step } from '../testing/execution-samples.ts'
import { upTo } from '../testing/sample-records.ts'
import { storeFile } from '../testing/store-file.ts'
import { unfiledExecutions } from '../unfiled-migration.ts'
import { MAX_UNFILED, NEW_EXECUTION_COLUMNS, Unfiled } from './unfiled.ts'

const stored = storeFile()
const { open } = stored

function rowsIn(table: string, database = stored.file): number {
  const connection = new DatabaseSync(database)
  try {
    return Number(connection.prepare(`SELECT count(*) AS rows FROM ${table}`).get()?.rows)
  } finally {
    connection.close()
  }
}

/** Those that are to be filed. The others are copies of filed executions. */
const UNFILED = `unfiled_executions WHERE num >
  (SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'executions')`

/** A copy of the files as they are at this moment: the process has neither filed nor closed them. */
function copied(): string {
  const copy = join(stored.folder, 'copy.db')
  for (const end of ['', '-wal']) if (existsSync(stored.file + end)) cpSync(stored.file + end, copy + end)
  return copy
}

const idsOf = async (store: Store) =>
  (await store.executions.list({ limit: 1000, offset: 0 })).items.map(({ id }) => id)

test('an execution that is completed is on disk when its creation resolves, and filed by the next read', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a' })
  await makeExecution(store, { id: 'b' })
  expect({ unfiled: rowsIn(UNFILED), filed: rowsIn('executions') }).toEqual({ unfiled: 2, filed: 0 })
  expect((await store.journal.load('a'))?.events).toHaveLength(1)
  expect({ unfiled: rowsIn(UNFILED), filed: rowsIn('executions') }).toEqual({ unfiled: 0, filed: 2 })
  expect(await idsOf(store)).toEqual(['b', 'a'])
  expect((await store.executions.list({ status: 'completed', limit: 10, offset: 0 })).total).toBe(2)
})

test.each(['running', 'failed', 'cancelled'] as const)('an execution that is %s is filed at once', async (status) => {
  const store = await open()
  await makeExecution(store, { id: 'a', status })
  expect({ unfiled: rowsIn(UNFILED), filed: rowsIn('executions') }).toEqual({ unfiled: 0, filed: 1 })
})

test('an execution with secrets is filed at once', async () => {
  const { journal } = await open()
  const record = { ...sampleRecord('a'), secrets: new Uint8Array([1, 2, 3]) }
  await journal.create(record, [started(1)], sampleSummary('completed'))
  expect({ unfiled: rowsIn(UNFILED), filed: rowsIn('executions') }).toEqual({ unfiled: 0, filed: 1 })
})

test('executions are filed at once while there is a subscription', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a' })
  await store.deliveries.create(sampleSubscription('s', { events: ['execution.completed'] }))
  expect({ unfiled: rowsIn(UNFILED), deliveries: rowsIn('deliveries') }).toEqual({
    unfiled: 0,
    deliveries: 0,
  })
  await makeExecution(store, { id: 'b' })
  expect({ unfiled: rowsIn(UNFILED), deliveries: rowsIn('deliveries') }).toEqual({
    unfiled: 0,
    deliveries: 1,
  })
})

test('a file that a killed process left is filed when it is opened', async () => {
  const store = await open()
  for (const n of upTo(5)) await makeExecution(store, { id: `${n}` })
  const copy = copied()
  expect(rowsIn(UNFILED, copy)).toBe(5)
  const again = await open(copy)
  expect(rowsIn(UNFILED, copy)).toBe(0)
  expect((await idsOf(again)).sort()).toEqual(upTo(5).map(String))
  expect((await again.executions.list({ limit: 1, offset: 0 })).total).toBe(5)
  expect((await again.journal.load('3'))?.events).toEqual([started(1)])
})

test('a killed process that had reused rows leaves each execution once', async () => {
  const store = await open()
  for (const n of upTo(5)) await makeExecution(store, { id: `${n}` })
  expect(await idsOf(store)).toHaveLength(5)
  for (const n of upTo(8).slice(5)) await makeExecution(store, { id: `${n}` })
  const copy = copied()
  expect({ rows: rowsIn('unfiled_executions', copy), unfiled: rowsIn(UNFILED, copy) }).toEqual({ rows: 5, unfiled: 3 })
  const again = await open(copy)
  expect((await idsOf(again)).sort()).toEqual(upTo(8).map(String))
  expect((await again.executions.list({ limit: 1, offset: 0 })).total).toBe(8)
})

/** What makes the newest table of unfiled executions one of an earlier version. */
const EARLIER_TABLES = {
  'without slots': [
    'ALTER TABLE unfiled_executions RENAME TO newest',
    ...unfiledExecutions.sqlite,
    `INSERT INTO unfiled_executions SELECT num, ${NEW_EXECUTION_COLUMNS.join(', ')}, count, events
      FROM newest WHERE num > (SELECT max(seq) FROM sqlite_sequence WHERE name = 'executions')`,
    'DROP TABLE newest',
  ],
  'whose slots came with the table': [],
}

test.for(Object.entries(EARLIER_TABLES))('a database %s is filed when it is opened', async ([, statements]) => {
  const store = await open()
  for (const n of upTo(5)) await makeExecution(store, { id: `${n}` })
  await idsOf(store)
  for (const n of upTo(8).slice(5)) await makeExecution(store, { id: `${n}` })
  const copy = copied()
  const earlier = new DatabaseSync(copy)
  const slots = MIGRATIONS.findIndex(({ name }) => name === 'slots of executions that are to be filed')
  for (const text of statements) earlier.exec(text)
  earlier.prepare('DELETE FROM migrations WHERE number > ?').run(slots)
  earlier.close()
  const again = await open(copy)
  expect((await idsOf(again)).sort()).toEqual(upTo(8).map(String))
  expect((await again.journal.load('7'))?.events).toEqual([started(1)])
  for (const n of upTo(10).slice(8)) await makeExecution(again, { id: `${n}` })
  expect((await idsOf(again)).sort()).toEqual(upTo(10).map(String).sort())
})

test('the row of an execution that is not filed is never replaced', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a' })
  await store.close()
  const sql = openSqlite(stored.file)
  stored.closeLater(sql)
  const [right, wrong] = [new Unfiled(sql.database), new Unfiled(sql.database)]
  expect(wrong.size).toBe(0)
  const values = [1, 3, 3, 1, null, null, null, 1, 1, null, null, null, null, null, 1, '{}', null, 1, 1, '{}']
  right.add('b', ['b', ...values])
  expect(() => wrong.add('c', ['c', ...values])).toThrow('Slot 0 has an execution that is not filed.')
  expect(sql.database.prepare('SELECT id FROM unfiled_executions').all()).toMatchObject([{ id: 'b' }])
})

test('the commit of an execution that takes the row of a filed one writes two pages at most', async () => {
  const store = await open()
  // Longer than half a page, so that every row has a page of its own.
  const text = 'x'.repeat(2500)
  const make = (n: number) =>
    store.journal.create(
      sampleRecord(`${n}`),
      [{ ...started(1), inputs: { in: { text } } }],
      sampleSummary('completed'),
    )
  for (const n of upTo(MAX_UNFILED)) await make(n)
  await idsOf(store)
  const logged = () => statSync(`${stored.file}-wal`).size
  for (const n of upTo(20)) {
    const before = logged()
    await make(MAX_UNFILED + n)
    expect((logged() - before) / 4120, `execution ${n}`).toBeLessThanOrEqual(2)
  }
})

test('closing files all of them and leaves no copies', async () => {
  const store = await openStore({ database: stored.file })
  await makeExecution(store, { id: 'a' })
  await store.close()
  expect({ copies: rowsIn('unfiled_executions'), filed: rowsIn('executions') }).toEqual({ copies: 0, filed: 1 })
})

test('a filed execution leaves its row to the next one, and no copy outlives it', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a', workflowId: 'v' })
  await makeExecution(store, { id: 'b', workflowId: 'v' })
  expect(await idsOf(store)).toEqual(['b', 'a'])
  await makeExecution(store, { id: 'c', workflowId: 'v' })
  expect({ rows: rowsIn('unfiled_executions'), unfiled: rowsIn(UNFILED) }).toEqual({ rows: 2, unfiled: 1 })
  expect(await idsOf(store)).toEqual(['c', 'b', 'a'])
  await store.executions.removeOfWorkflow('v')
  expect({ rows: rowsIn('unfiled_executions'), filed: rowsIn('executions') }).toEqual({ rows: 0, filed: 0 })
})

test('an id is refused a second time, whether the first is filed or not', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a' })
  await expect(makeExecution(store, { id: 'a' })).rejects.toThrow('execution a exists')
  await expect(makeExecution(store, { id: 'a', status: 'running' })).rejects.toThrow('execution a exists')
  expect(await idsOf(store)).toEqual(['a'])
  await expect(makeExecution(store, { id: 'a' })).rejects.toThrow('execution a exists')
  expect(await idsOf(store)).toEqual(['a'])
})

test('later changes of an unfiled execution find it', async () => {
  const store = await open()
  await makeExecution(store, { id: 'a' })
  await store.journal.append('a', 1, [step(1)])
  await makeExecution(store, { id: 'b' })
  await store.journal.setSummary('b', sampleSummary('failed'))
  expect((await store.journal.load('a'))?.events).toHaveLength(2)
  expect((await store.executions.list({ status: 'failed', limit: 10, offset: 0 })).items).toMatchObject([{ id: 'b' }])
})

test('there is a limit to those that are not filed', async () => {
  const store = await open()
  for (const n of upTo(MAX_UNFILED + 10)) {
    await makeExecution(store, { id: `${n}` })
    expect(rowsIn(UNFILED)).toBeLessThanOrEqual(MAX_UNFILED)
  }
  expect(rowsIn('executions')).toBeGreaterThanOrEqual(MAX_UNFILED)
  expect(await idsOf(store)).toHaveLength(MAX_UNFILED + 10)
})

test('the number of a deleted execution is not used again', async () => {
  const store = await open()
  const newest = () => {
    const connection = new DatabaseSync(stored.file)
    try {
      return Number(connection.prepare('SELECT max(num) AS num FROM executions').get()?.num)
    } finally {
      connection.close()
    }
  }
  await makeExecution(store, { id: 'a', workflowId: 'v' })
  await makeExecution(store, { id: 'b', workflowId: 'w' })
  await idsOf(store)
  const before = newest()
  await store.executions.removeOfWorkflow('w')
  await makeExecution(store, { id: 'c', workflowId: 'v' })
  expect(await idsOf(store)).toEqual(['c', 'a'])
  expect(newest()).toBeGreaterThan(before)
})

type Step =
  | { readonly kind: 'create'; readonly status: ExecutionStatus; readonly workflow: string }
  | { readonly kind: 'end' | 'look' | 'count' | 'remove' | 'together' }

const steps = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        kind: fc.constant('create' as const),
        status: fc.constantFrom<ExecutionStatus>('completed', 'completed', 'failed', 'running'),
        workflow: fc.constantFrom('v', 'w'),
      }),
    },
    fc.record({ kind: fc.constantFrom('end' as const, 'look' as const, 'count' as const, 'together' as const) }),
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const) }) },
  ),
  { maxLength: 40 },
)

/** What the caller can see of each step. A database in memory files everything at once. */
async function seenBy(store: Store, todo: readonly Step[]): Promise<unknown[]> {
  const seen: unknown[] = []
  const running: string[] = []
  let made = 0
  for (const each of todo) {
    if (each.kind === 'create') {
      const id = `e${made++}`
      const summary = sampleSummary(each.status, { updatedAt: made })
      await store.journal.create(sampleRecord(id, { workflowId: each.workflow }), [started(made)], summary)
      if (each.status === 'running') running.push(id)
    } else if (each.kind === 'together') {
      const ids = upTo(6).map(() => `e${made++}`)
      await Promise.all(ids.map((id) => makeExecution(store, { id, workflowId: 'v' })))
    } else if (each.kind === 'end') {
      const id = running.pop()
      if (id !== undefined) await store.journal.append(id, 1, [step(1)], sampleSummary('completed'))
    } else if (each.kind === 'remove') await store.executions.removeOfWorkflow('w')
    else if (each.kind === 'look') {
      const all = await Promise.all([...Array(made).keys()].map((n) => store.journal.load(`e${n}`)))
      seen.push(all.map((loaded) => loaded && [loaded.record.id, loaded.record.workflowId, loaded.events]))
    } else {
      const page = { limit: 5, offset: 0 }
      for (const filter of [{}, { workflowId: 'v' }, { status: 'failed' as const }])
        seen.push(await store.executions.list({ ...filter, ...page }))
    }
  }
  return seen
}

test('any writes and reads give the same results as in a database that files at once', {
  timeout: 120_000,
}, async () => {
  let runs = 0
  await fc.assert(
    fc.asyncProperty(steps, async (todo) => {
      const [later, atOnce] = [
        await openStore({ database: join(stored.folder, `${runs++}.db`) }),
        await openStore({ database: ':memory:' }),
      ]
      try {
        const whole: Step[] = [...todo, { kind: 'look' }, { kind: 'count' }]
        expect(await seenBy(later, whole)).toEqual(await seenBy(atOnce, whole))
      } finally {
        await later.close()
        await atOnce.close()
      }
    }),
    { numRuns: 20 },
  )
})
