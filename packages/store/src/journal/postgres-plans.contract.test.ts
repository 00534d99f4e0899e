/** How Postgres finds executions and histories in a database that it has no statistics of, as in the first minutes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { claimStore } from '../claims.ts'
import { migrate } from '../migrate.ts'
import { openPostgres } from '../postgres/postgres-sql.ts'
import type { Sql, SqlValue } from '../sql.ts'
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts'
import { triggerStore } from '../triggers.ts'
import { executionStore } from './executions.ts'
import { histories } from './histories.ts'
import { historyTails } from './history-tails.ts'
import { Plans } from './plans.ts'
import { PostgresWriter, WRITER_SETTINGS } from './postgres-writer.ts'
import { PHASES, STATUS_NUMBERS } from './statuses.ts'

const OPTIONS = { poolSize: 1, statementTimeoutMs: 0, connectTimeoutMs: 5000, onLost: () => {} }

type Postgres = ReturnType<typeof openPostgres>

let server: PostgresServer
let reading: Postgres
let writing: Postgres

beforeAll(async () => {
  server = await startPostgres()
  const database = await server.freshDatabase()
  reading = openPostgres(database, OPTIONS)
  writing = openPostgres(database, { ...OPTIONS, settings: WRITER_SETTINGS })
  await migrate(reading)
  await reading.run(`INSERT INTO execution_workflows (id) VALUES ('w')`, [])
  await reading.run(`INSERT INTO plans (hash, plan) VALUES ('p', '{"nodes":[],"edges":[]}')`, [])
})

afterAll(async () => {
  await reading.close()
  await writing.close()
  await server.stop()
})

/** Adds finished executions with three events each; the server does not analyse them meanwhile. */
async function fill(first: number, last: number): Promise<void> {
  await reading.run(
    `INSERT INTO executions (id, workflow, status, phase, updated_at, created_at, trigger_kind, revision, plan, record, is_compact)
    SELECT 'e' || n, (SELECT num FROM execution_workflows WHERE id = 'w'), ${STATUS_NUMBERS.completed}, ${PHASES.finished}, n, n, 0, 1,
      (SELECT num FROM plans), '{"depth":0,"about":{}}', 0 FROM generate_series(CAST($1 AS INTEGER), CAST($2 AS INTEGER)) AS n`,
    [first, last],
  )
  await reading.run(
    `INSERT INTO journal (chapter, first, count, events)
    SELECT e.num, f.first, 1, '{}' FROM executions e CROSS JOIN generate_series(0, 2) AS f (first)
    WHERE e.updated_at BETWEEN $1 AND $2`,
    [first, last],
  )
}

test('appends by index, also with a plan from when the tables were small', async () => {
  await fill(1, 400)
  const scans = await scansOf(writing, async (sql) => {
    const entry = { count: 1, text: '{}', values: [], size: 2 }
    const summary = { status: 'running', updatedAt: 1, wakeAt: null, isActive: true } as const
    await new PostgresWriter(sql).commit([{ kind: 'append', id: 'e7', length: 3, entry, summary, owner: 0 }])
  })
  expect(scans).toEqual([])
})

test('reads, compacts and removes histories by index', async () => {
  await fill(401, 20_000)
  const scans = await scansOf(reading, async (sql) => {
    const reads = histories(sql, new Plans())
    await reads.load('e7')
    await Promise.all([reads.load('e7'), reads.load('e8')])
    const claims = claimStore(sql)
    await Promise.all(['e7', 'e8'].map((id) => claims.claim(id, { isForced: false })))
    const tails = historyTails(sql)
    await tails.ends(['e7', 'e8'])
    await tails.after('e7', 1)
    const executions = executionStore(sql, sql.transaction)
    expect(await executions.compact({ batch: 5 })).toBe(5)
    await executions.remove(['e7'])
    await executions.removeValues({ endedBefore: 1, now: 1, batch: 10 })
  })
  expect(scans).toEqual([])
})

test('prepares what every call of a webhook reads, also in the process that has migrated', async () => {
  await triggerStore(reading).webhooks('orders')
  // On the same connection: the pool has one.
  const prepared = await reading.all<{ statement: string }>('SELECT statement FROM pg_prepared_statements', [])
  expect(prepared.filter(({ statement }) => statement.includes("t.kind = 'webhook'"))).toHaveLength(1)
})

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly PlanNode[]
}

/** What the statements of `work` read without an index, or from a whole index. None of them is carried out. */
async function scansOf(postgres: Postgres, work: (sql: Sql) => Promise<unknown>): Promise<string[]> {
  const scans: string[] = []
  let statements = 0
  const explain = async (text: string, params: readonly SqlValue[] = []) => {
    const [row] = await postgres.all<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(`EXPLAIN (FORMAT JSON) ${text}`, params)
    statements += 1
    for (const node of nodesOf(row?.['QUERY PLAN'][0].Plan)) {
      const { 'Relation Name': table, 'Index Name': index = '' } = node
      const isScan = node['Node Type'].endsWith('Scan') && !node['Node Type'].startsWith('Bitmap Heap')
      // Of executions that are not compact; there are few.
      if (index === 'executions_loose') continue
      const isLarge = ['executions', 'journal'].includes(table ?? '') || index.startsWith('journal_pkey')
      if (isScan && isLarge && node['Index Cond'] === undefined) scans.push(`${node['Node Type']}: ${text}`)
    }
  }
  await work({
    dialect: postgres.dialect,
    getLarge: async (text, params) => {
      await explain(text, params)
      return postgres.getLarge(text, params)
    },
    all: async (text, params) => {
      await explain(text, params)
      return postgres.all(text, params)
    },
    rows: async (text, params) => {
      await explain(text, params)
      return /^\s*SELECT/.test(text) ? postgres.rows(text, params) : []
    },
    get: async (text, params) => {
      await explain(text, params)
      return /^\s*SELECT/.test(text) ? postgres.get(text, params) : undefined
    },
    run: async (text, params) => {
      await explain(text, params)
      return 0
    },
    transaction: async (list) => {
      for (const { text, params } of list) await explain(text, params)
      return true
    },
    close: async () => {},
  })
  expect(statements).toBeGreaterThan(0)
  return scans
}

function nodesOf(node: PlanNode | undefined): PlanNode[] {
  return node === undefined ? [] : [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
