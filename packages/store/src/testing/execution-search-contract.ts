import type { ExecutionRecord } from '@millrace/engine'
import type { ExecutionStatus, ExecutionTrigger } from '@millrace/model'
import { expect, test } from 'vitest'
import { searchExecutions } from '../journal/search.ts'
import { migrate } from '../migrate.ts'
import { MIGRATIONS } from '../migrations.ts'
import type { ExecutionQuery, Store } from '../store.ts'
import { type Backend, opener } from './backend.ts'
import { sampleRecord, sampleSummary, started, step } from './execution-samples.ts'

const PAGE = { limit: 100, offset: 0 }

async function page({ executions }: Store, query: Partial<ExecutionQuery>): Promise<[string, number]> {
  const { items, total, isPartial } = await executions.list({ ...PAGE, ...query })
  expect(isPartial).toBeUndefined()
  return [items.map(({ id }) => id).join(''), total]
}

interface Sample {
  readonly about?: ExecutionRecord['about']
  readonly workflowId?: string
  readonly createdAt?: number
  readonly status?: ExecutionStatus
  readonly error?: string
  readonly parent?: NonNullable<ExecutionRecord['parent']>
}

async function make({ journal }: Store, id: string, { status = 'completed', error, ...record }: Sample) {
  await journal.create(sampleRecord(id, record), [started(1)], sampleSummary('running'))
  await journal.append(id, 1, [step(1)], sampleSummary(status, error === undefined ? {} : { error }))
}

const parent = { execution: 'a', node: 0, scope: '' }

/** By the trigger that an execution with these facts has. */
const FACTS: Readonly<Record<ExecutionTrigger, Sample>> = {
  manual: { about: { startedBy: 'Ada' } },
  webhook: { about: { trigger: { kind: 'webhook', node: 'w' } } },
  schedule: { about: { trigger: { kind: 'schedule', node: 's' } } },
  sub_workflow: { about: { session: 'of the caller' }, parent },
  playground: { about: { session: 's' } },
  mcp: { about: { via: 'mcp' } },
  agentspec: { about: { agentspec: 'flow' } },
  error: { about: { trigger: { kind: 'error', node: 'e', execution: 'a' } } },
}

export function executionSearchContract(backend: Backend): void {
  const { open, openSql, freshDatabase, migratedDatabase } = opener(backend)

  test('lists what started an execution, who, and why it failed', async () => {
    const store = await open()
    await make(store, 'a', {
      about: { startedBy: 'Ada', via: 'mcp' },
      status: 'failed',
      error: `No ${'x'.repeat(600)}`,
    })
    await make(store, 'b', {})
    const { items } = await store.executions.list(PAGE)
    expect(items[1]).toMatchObject({ trigger: 'mcp', startedBy: 'Ada', error: `No ${'x'.repeat(497)}` })
    expect(items[0]).toStrictEqual({
      ...{ id: 'b', workflowId: 'w', status: 'completed', createdAt: 1_700_000_000_000, updatedAt: 1 },
      trigger: 'manual',
    })
  })

  test('lists and finds executions by who started them, and by the revision that ran', async () => {
    const store = await open()
    await make(store, 'a', { about: { startedBy: 'CI', startedWith: 'token', queueKey: 't-1', revision: 3 } })
    await make(store, 'b', { about: { startedBy: 'Ada', startedWith: 'session', queueKey: 't-1', revision: 4 } })
    await make(store, 'c', FACTS.webhook)
    await make(store, 'd', { ...FACTS.sub_workflow, about: { queueKey: 't-1', revision: 3 } })
    await make(store, 'e', { about: { startedBy: 'an earlier version', queueKey: 't-1' } })
    const { items } = await store.executions.list(PAGE)
    expect(items.map(({ startedByKind: kind, startedById: id, revision }) => [kind, id, revision])).toStrictEqual([
      [undefined, undefined, undefined],
      ['execution', 'a', 3],
      ['webhook', 'w', undefined],
      ['session', 't-1', 4],
      ['token', 't-1', 3],
    ])
    expect(await page(store, { startedById: 't-1' })).toStrictEqual(['ba', 2])
    expect(await page(store, { startedById: 't-' })).toStrictEqual(['', 0])
    expect(await page(store, { startedById: 't-1', startedByKind: 'token' })).toStrictEqual(['a', 1])
    expect(await page(store, { startedByKind: 'execution' })).toStrictEqual(['d', 1])
    expect(await page(store, { revision: 3 })).toStrictEqual(['da', 2])
    expect(await page(store, { startedById: 'nul \0' })).toStrictEqual(['', 0])
  })

  test('finds executions by trigger, together with workflow and status, in pages', async () => {
    const store = await open()
    for (const [kind, sample] of Object.entries(FACTS)) {
      await make(store, `${kind} `, { ...sample, workflowId: 'x', status: 'failed' })
      await make(store, `${kind}2 `, sample)
    }
    for (const trigger of Object.keys(FACTS) as ExecutionTrigger[]) {
      expect(await page(store, { trigger })).toStrictEqual([`${trigger}2 ${trigger} `, 2])
      expect(await page(store, { trigger, offset: 1, limit: 1 })).toStrictEqual([`${trigger} `, 2])
      expect(await page(store, { trigger, workflowId: 'x' })).toStrictEqual([`${trigger} `, 1])
      expect(await page(store, { trigger, status: 'completed' })).toStrictEqual([`${trigger}2 `, 1])
      expect(await page(store, { trigger, workflowId: 'x', status: 'completed' })).toStrictEqual(['', 0])
    }
  })

  test('finds executions by part of the name of the caller and of the error, in any case', async () => {
    const store = await open()
    await make(store, 'a', {
      about: { startedBy: 'Ada Lovelace' },
      status: 'failed',
      error: 'HTTP 500 from ÖRTLICH 100%',
    })
    await make(store, 'b', { about: { startedBy: 'Bob' }, status: 'failed', error: 'nul \0 and lone \ud800' })
    await make(store, 'c', { about: { startedBy: 'ada\0' } })
    expect(await page(store, { startedBy: 'ADA' })).toStrictEqual(['ca', 2])
    expect(await page(store, { startedBy: 'love', error: 'örtlich' })).toStrictEqual(['a', 1])
    expect(await page(store, { error: '100%' })).toStrictEqual(['a', 1])
    expect(await page(store, { error: '_' })).toStrictEqual(['', 0])
    expect(await page(store, { error: '_', errorParts: [['no'], ['100%', 'HTTP 500']] })).toStrictEqual(['a', 1])
    expect(await page(store, { error: '_', errorParts: [['100%', 'HTTP 404']] })).toStrictEqual(['', 0])
    expect(await page(store, { error: 'and lone' })).toStrictEqual(['b', 1])
    expect(await page(store, { error: 'http', status: 'completed' })).toStrictEqual(['', 0])
    expect(await page(store, { startedBy: 'a\0' })).toStrictEqual(['', 0])
    // The error belongs to the status that the row has now.
    await store.journal.setSummary('a', sampleSummary('cancelled'))
    expect(await page(store, { error: 'http' })).toStrictEqual(['', 0])
  })

  test('finds executions by time, also those created while the clock was behind', async () => {
    const store = await open()
    const times = { a: 10, b: 20, c: 15, d: 30, e: 40 }
    for (const [id, createdAt] of Object.entries(times)) await make(store, id, { createdAt })
    expect(await page(store, { createdFrom: 15 })).toStrictEqual(['edcb', 4])
    expect(await page(store, { createdBefore: 20 })).toStrictEqual(['ca', 2])
    expect(await page(store, { createdFrom: 15, createdBefore: 31, offset: 1, limit: 1 })).toStrictEqual(['c', 3])
    expect(await page(store, { createdFrom: 41 })).toStrictEqual(['', 0])
    expect(await page(store, { createdBefore: 10 })).toStrictEqual(['', 0])
    expect(await page(store, { createdFrom: 30, createdBefore: 20 })).toStrictEqual(['', 0])
  })

  test('a time range reads few other executions, also around a corrected clock and without every second execution', async () => {
    const database = await migratedDatabase()
    await make(await open(database), 'first', { createdAt: 10 })
    const sql = openSql(database)
    // The clock is set back by 10,000 ms after 6,000 executions.
    await sql.run(
      `INSERT INTO executions (id, workflow, status, phase, created_at, updated_at, plan, record)
      SELECT 'e' || CAST(n.at AS TEXT), e.workflow, 3, 3, n.at * 10 - CASE WHEN n.at > 6000 THEN 10000 ELSE 0 END, 1, e.plan,
        e.record FROM (
          WITH RECURSIVE numbers (at) AS (SELECT 2 UNION ALL SELECT at + 1 FROM numbers WHERE at < 10000)
          SELECT at FROM numbers
        ) AS n CROSS JOIN executions e WHERE e.id = 'first' ORDER BY n.at`,
      [],
    )
    const found = async (range: Partial<ExecutionQuery>, all: number) => {
      const query = { ...PAGE, limit: 1, ...range }
      const { total, isPartial } = await searchExecutions(sql, { workflow: 0, status: 0 }, query, { chunk: 100, all })
      return [total, isPartial]
    }
    expect(await found({ createdBefore: 500 }, 1300)).toStrictEqual([49, undefined])
    expect(await found({ createdFrom: 89_500 }, 1300)).toStrictEqual([51, undefined])
    expect(await found({ createdFrom: 55_000, createdBefore: 56_000 }, 2600)).toStrictEqual([200, undefined])
    expect(await found({ createdFrom: 100_000 }, 1300)).toStrictEqual([0, undefined])
    await sql.run('DELETE FROM executions WHERE num % 2 = 0', [])
    expect(await found({ createdBefore: 500 }, 1300)).toStrictEqual([25, undefined])
    expect(await found({ createdFrom: 89_500 }, 1300)).toStrictEqual([25, undefined])
  })

  test('reads in chunks, does not list parts, and stops at the limit of a search', async () => {
    const database = await migratedDatabase()
    const store = await open(database)
    for (let at = 0; at < 20; at++) await make(store, `${at} `, { about: { startedBy: at % 2 === 0 ? 'even' : 'odd' } })
    await store.journal.create(
      sampleRecord('part', { isUnlisted: true, about: { startedBy: 'even' } }),
      [started(1)],
      sampleSummary('running'),
    )
    const search = (query: Partial<ExecutionQuery>, all: number) =>
      searchExecutions(
        openSql(database),
        { workflow: 0, status: 0 },
        { ...PAGE, startedBy: 'even', ...query },
        { chunk: 3, all },
      )
    const whole = await search({}, 100)
    expect([whole.items.map(({ id }) => id).join(''), whole.total]).toStrictEqual(['18 16 14 12 10 8 6 4 2 0 ', 10])
    const middle = await search({ offset: 3, limit: 4 }, 100)
    expect([middle.items.map(({ id }) => id).join(''), middle.total]).toStrictEqual(['12 10 8 6 ', 10])
    expect(await search({}, 6)).toMatchObject({ total: 3, isPartial: true })
  })

  test('fills in what started the executions of an older database', async () => {
    const database = await freshDatabase()
    const sql = openSql(database)
    const at = MIGRATIONS.findIndex(({ name }) => name === 'what started an execution and why it failed')
    await migrate(sql, MIGRATIONS.slice(0, at))
    await sql.run(`INSERT INTO execution_workflows (id) VALUES ('w')`, [])
    await sql.run(`INSERT INTO plans (hash, plan) VALUES ('h', '{}')`, [])
    const records: [string, Sample][] = [...Object.entries(FACTS), ['nul', { about: { startedBy: 'nul \0' } }]]
    for (const [kind, { about, parent: by }] of records) {
      await sql.run(
        `INSERT INTO executions (id, workflow, status, phase, created_at, updated_at, plan, record)
        VALUES ($1, (SELECT num FROM execution_workflows WHERE id = 'w'), 3, 3, 1, 1, (SELECT num FROM plans), $2)`,
        [kind, JSON.stringify({ depth: 0, about, ...(by && { parent: by }) })],
      )
    }
    await migrate(sql)
    const store = await open(database)
    for (const trigger of Object.keys(FACTS) as ExecutionTrigger[]) {
      // That version did not record a start through MCP, and had no error workflows.
      const found = trigger === 'mcp' || trigger === 'error' ? 'manual' : trigger
      expect(await store.executions.get(trigger)).toMatchObject({ id: trigger, trigger: found })
    }
    expect(await page(store, { startedBy: 'ADA' })).toStrictEqual(['manual', 1])
    expect(await store.executions.get('nul')).not.toHaveProperty('trigger')
  })
}
