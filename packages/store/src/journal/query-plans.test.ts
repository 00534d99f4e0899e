import { afterEach, beforeEach, expect, test } from 'vitest'
import { migrate } from '../migrate.ts'
import type { Sql } from '../sql.ts'
import { openSqlite, type SqliteSql } from '../sqlite/sqlite-sql.ts'
import { plansOf } from '../testing/query-plans.ts'
import { triggerStore } from '../triggers.ts'
import { executionStore } from './executions.ts'
import { histories } from './histories.ts'
import { Plans } from './plans.ts'
import { removeExecutions } from './removal.ts'

let sqlite: SqliteSql

beforeEach(async () => {
  sqlite = openSqlite(':memory:')
  await migrate(sqlite)
  await sqlite.run(`INSERT INTO execution_workflows (num, id) VALUES (1, 'w')`, [])
  // Enough rows that no list is read from its first page.
  await sqlite.run(
    `INSERT INTO execution_counts (workflow, status, level, bucket, executions)
    SELECT workflow.column1, status.column1, level.column1, 0, 1000 FROM (VALUES (0), (1)) AS workflow
    CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5)) AS status CROSS JOIN (VALUES (18), (12), (6)) AS level`,
    [],
  )
})

afterEach(() => sqlite.close())

/** Lines of a plan that scan a whole table or index that may have a million rows; few executions are ever loose. */
function walksIn(lines: readonly string[]): string[] {
  return lines.filter((line) => /^SCAN (executions|e|execution_counts|c|journal|j)\b(?!.* executions_loose)/.test(line))
}

const filters = [undefined, 'w'].flatMap((workflowId) =>
  ([undefined, 'pending', 'failed'] as const).map((status) => ({
    ...(workflowId && { workflowId }),
    ...(status && { status }),
  })),
)

test.each(filters)('finds a page of %o without scanning other pages and without sorting', async (filter) => {
  for (const offset of [0, 500]) {
    const lines = await plansOf(sqlite, (sql) =>
      executionStore(sql, sql.transaction).list({ ...filter, limit: 50, offset }),
    )
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.filter((line) => line.startsWith('SCAN') || line.includes('TEMP B-TREE'))).toStrictEqual([])
  }
})

test('a search reads the index of its scope and sorts no chunk', async () => {
  const search = { error: 'x', startedBy: 'y', startedById: 'z', revision: 1, createdFrom: 1, createdBefore: 2 }
  for (const filter of filters) {
    const lines = await plansOf(sqlite, (sql) =>
      executionStore(sql, sql.transaction).list({ ...filter, ...search, limit: 50, offset: 0 }),
    )
    const samples = lines.filter((line) => line.includes('executions_by_created_sampled'))
    expect(samples).toHaveLength(2)
    expect(samples.join()).not.toContain('SCAN')
    // The chunk is found by index; then all of it is read.
    const chunk = lines.indexOf('CO-ROUTINE e')
    expect(lines.slice(chunk)).toStrictEqual(['CO-ROUTINE e', expect.stringMatching(/^SEARCH e USING /), 'SCAN e'])
    expect(walksIn(lines.slice(0, chunk))).toStrictEqual([])
    expect(lines.filter((line) => line.includes('TEMP B-TREE'))).toStrictEqual([])
  }
})

test('answers the queries of the engine from indexes without finished executions', async () => {
  const reads = (sql: Sql) => histories(sql, new Plans())
  const active = await plansOf(sqlite, (sql) => reads(sql).active('', 10))
  expect(active).toStrictEqual(['SEARCH executions USING COVERING INDEX executions_active (id>?)'])
  const due = await plansOf(sqlite, (sql) => reads(sql).due(10, 10))
  expect(due.join()).toContain('executions_due')
  const nextDue = await plansOf(sqlite, (sql) => reads(sql).nextDue())
  expect(nextDue.join()).toContain('executions_due')
  const pending = await plansOf(sqlite, (sql) => reads(sql).pending(10))
  expect(pending.join()).toContain('executions_queued')
  expect(walksIn([...active, ...due, ...nextDue, ...pending])).toStrictEqual([])
})

test('reads a history and prunes without scanning other histories', async () => {
  const lines = await plansOf(sqlite, async (sql) => {
    await histories(sql, new Plans()).load('a')
    const executions = executionStore(sql, sql.transaction)
    await executions.get('a')
    await executions.counts('w')
    await executions.remove(['a'])
    await executions.compact({ batch: 10 })
    await executions.prune({ finishedBefore: 1, keepPerWorkflow: 5, batch: 10 })
    await executions.removeValues({ endedBefore: 1, now: 1, batch: 10 })
  })
  expect(lines.join()).toContain('executions_loose')
  expect(lines.join()).toContain('executions_with_values')
  expect(lines.join()).toContain('executions_ended')
  expect(walksIn(lines)).toStrictEqual([])
})

test('removes executions without reading the counts and histories of others', async () => {
  const lines = await plansOf(sqlite, (sql) =>
    removeExecutions(sql, sql.transaction, [{ num: 7, plan: 1, workflow: 1 }]),
  )
  const counts = lines.filter((line) => line.includes('execution_counts'))
  expect(counts).toStrictEqual([expect.stringContaining('(workflow=? AND status=? AND level=? AND bucket=?)')])
  // `c` is the list of what changes.
  expect(lines.filter((line) => /^SCAN (?!c$|\d+-ROW VALUES)/.test(line))).toStrictEqual([])
})

test('finds paths of other workflows by index', async () => {
  const lines = await plansOf(sqlite, (sql) => triggerStore(sql).taken('w'))
  expect(lines.filter((line) => line.startsWith('SCAN'))).toStrictEqual([])
  for (const index of ['triggers_by_path', 'triggers_tools']) {
    expect(lines.some((line) => line.startsWith('SEARCH t ') && line.includes(index))).toBe(true)
  }
})
