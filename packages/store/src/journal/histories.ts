/** Reads executions from the journal: whole histories, and the ids of executions that need work. */
import type { ExecutionRecord, Journal, StoredExecution } from '@millrace/engine'
import { nextTurn, type Plan } from '@millrace/model'
import { Gather } from '../gather.ts'
import { isStorable, type Sql } from '../sql.ts'
import { bytesOf, textOf } from '../workflow-rows.ts'
import { eventsOf } from './event-text.ts'
import { largeValues } from './large-values.ts'
import type { Plans } from './plans.ts'
import { parseRecord } from './record-text.ts'
import { segmentsIn } from './segments.ts'
import { PHASES } from './statuses.ts'

interface Reads extends Pick<Journal, 'load' | 'active' | 'due' | 'pending' | 'nextDue'> {
  /** The record of an execution without its history. */
  record(id: string): Promise<ExecutionRecord | undefined>
}

interface Row {
  readonly workflowId: string
  readonly createdAt: number
  readonly plan: string
  readonly record: string
  readonly secrets: Uint8Array | null
  readonly events: string | Uint8Array | null
}

/**
 * One row for each queued execution, round by round: first the oldest of every workflow, then the second of each. Reads
 * at most `$1` rows plus one for each workflow: the recursion finishes a round before it starts the next, and stops at
 * the outermost LIMIT.
 */
const PENDING = `WITH RECURSIVE
  lanes (workflow) AS (
    SELECT min(workflow) FROM executions WHERE phase = ${PHASES.queued}
    UNION ALL
    SELECT (SELECT min(e.workflow) FROM executions e
      WHERE e.phase = ${PHASES.queued} AND e.workflow > lanes.workflow)
    FROM lanes WHERE lanes.workflow IS NOT NULL
  ),
  queue (workflow, round, num) AS (
    SELECT workflow, 0, (SELECT min(e.num) FROM executions e
      WHERE e.phase = ${PHASES.queued} AND e.workflow = lanes.workflow)
    FROM lanes WHERE workflow IS NOT NULL
    UNION ALL
    SELECT q.workflow, q.round + 1, (SELECT min(e.num) FROM executions e
      WHERE e.phase = ${PHASES.queued} AND e.workflow = q.workflow AND e.num > q.num)
    FROM queue q WHERE q.num IS NOT NULL
  )
  SELECT e.id FROM (
    SELECT round, num FROM queue WHERE num IS NOT NULL LIMIT CAST($1 AS BIGINT) + (SELECT count(*) FROM lanes)
  ) AS turn
  CROSS JOIN executions e WHERE e.num = turn.num ORDER BY turn.round, e.created_at, e.num LIMIT CAST($1 AS BIGINT)`

/** Histories with more events take more than a few milliseconds to read. */
const LONG_HISTORY = 10_000
/** Histories with more bytes yield to the event loop before they are parsed. */
const LARGE_HISTORY = 2 ** 20

/** Histories that are read with one statement, at most. */
const MANY = 16

export function histories(sql: Sql, plans: Plans): Reads {
  const loadWith = (
    events: string,
  ) => `SELECT w.id AS "workflowId", e.created_at AS "createdAt", p.hash AS plan, e.record,
    e.secrets, ${events} AS events
    FROM executions e JOIN execution_workflows w ON w.num = e.workflow JOIN plans p ON p.num = e.plan
    WHERE e.id = $1`
  const segments = segmentsIn(sql.dialect)
  const events = sql.dialect.longTextOf(segments.events)
  const load = loadWith(`CASE WHEN NOT ${segments.hasMoreEventsThan(LONG_HISTORY)} THEN ${events} END`)
  const rowOf = sql.dialect.name === 'postgres' ? gatheredRows(sql, load) : (id: string) => sql.get<Row>(load, [id])
  const loadRecord = loadWith('NULL')
  const loadLong = `SELECT ${events} AS events FROM executions e WHERE e.id = $1`

  const ids = async (text: string, params: readonly (string | number)[]) =>
    (await sql.all<{ id: string }>(text, params)).map(({ id }) => id)

  /** Plans that are being read: executions that are loaded at once share one. */
  const reading = new Map<string, Promise<Plan | undefined>>()
  const readPlan = async (hash: string) => {
    const row = await sql.get<{ plan: string | Uint8Array }>('SELECT plan FROM plans WHERE hash = $1', [hash])
    return row && plans.keep(hash, textOf(row.plan))
  }
  const planOf = async (hash: string) => {
    const kept = plans.get(hash)
    if (kept !== undefined) return kept
    const underWay = reading.get(hash)
    if (underWay !== undefined) return underWay
    const plan = readPlan(hash).finally(() => reading.delete(hash))
    reading.set(hash, plan)
    return plan
  }

  const valuesOf = largeValues(sql)

  const recordOf = (id: string, plan: ExecutionRecord['plan'], row: Row): ExecutionRecord => {
    const { workflowId, createdAt, secrets, record } = row
    return { id, workflowId, createdAt, plan, secrets: bytesOf(secrets), ...parseRecord(record) }
  }

  return {
    async record(id) {
      const row = await sql.get<Row>(loadRecord, [id])
      const plan = row && (await planOf(row.plan))
      return plan && recordOf(id, plan, row)
    },

    async load(id): Promise<StoredExecution | undefined> {
      if (!isStorable(id)) return undefined
      const row = await rowOf(id)
      const plan = row && (await planOf(row.plan))
      // The plan is missing if the execution was removed between the two reads.
      if (row === undefined || plan === undefined) return undefined
      const read = row.events === null ? await sql.getLarge<Pick<Row, 'events'>>(loadLong, [id]) : row
      if (read === undefined) return undefined
      if (read.events !== null && read.events.length > LARGE_HISTORY) await nextTurn()
      const events = read.events === null ? [] : await eventsOf(textOf(read.events), valuesOf)
      return { record: recordOf(id, plan, row), events }
    },

    active: (after, limit) =>
      ids(`SELECT id FROM executions WHERE phase = ${PHASES.active} AND id > $1 ORDER BY id LIMIT $2`, [after, limit]),

    due: (now, limit) =>
      ids('SELECT id FROM executions WHERE wake_at IS NOT NULL AND wake_at <= $1 ORDER BY wake_at, num LIMIT $2', [
        now,
        limit,
      ]),

    pending: (limit) => ids(PENDING, [limit]),

    async nextDue() {
      const text = 'SELECT min(wake_at) AS "wakeAt" FROM executions WHERE wake_at IS NOT NULL'
      return (await sql.get<{ wakeAt: number | null }>(text, []))?.wakeAt ?? null
    },
  }
}

/** Reads several executions with one statement. `load` reads the one with the id `$1`. */
function gatheredRows(sql: Sql, load: string): (id: string) => Promise<Row | undefined> {
  // LATERAL, so that each is found by index.
  const loadMany = `SELECT given.id, found.* FROM json_array_elements_text($1::json) AS given (id)
    CROSS JOIN LATERAL (${load.replace('$1', 'given.id')} LIMIT 1) AS found`
  const rows = new Gather<Row>(MANY, async (ids) => {
    const [id = '', ...others] = ids
    if (others.length > 0) {
      const found = await sql.rows<Row & { readonly id: string }>(loadMany, [JSON.stringify(ids)])
      return new Map(found.map((row) => [row.id, row]))
    }
    const row = await sql.get<Row>(load, [id])
    return new Map(row && [[id, row]])
  })
  return (id) => rows.get(id)
}
