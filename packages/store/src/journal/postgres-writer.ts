/**
 * Writes batches of changes to Postgres: one statement for all new executions and one for all appends; each statement
 * is a transaction. The changes are sent as one JSON text and expanded to rows there. Parts that few batches need are in
 * variants of the statements: Postgres prepares every part for each run, also those that have nothing to do.
 *
 * Other processes write too, so nothing that they change is cached: the length of a history is read when it is appended to,
 * and two writers that append at the same position conflict on the primary key of the journal, which rejects the second.
 * A statement cannot see its own writes, hence `isOneEach`.
 */
import type { ExecutionSummary } from '@millrace/engine'
import type { Sql } from '../sql.ts'
import { StoreUnavailable } from '../unavailable.ts'
import type { Addition, Change, Creation, Entry, JournalWriter, Refusal, SummaryOnly } from './changes.ts'
import { addToCounts } from './counts.ts'
import { QUESTION_COLUMNS, REPLACE_QUESTION } from './question-text.ts'
import { searchText, starterColumns } from './search-text.ts'
import { segmentsIn } from './segments.ts'
import { phaseOf, STATUS_NUMBERS, TRIGGER_NUMBERS } from './statuses.ts'
import { withUsage } from './usage-text.ts'

const LENGTH = segmentsIn({ name: 'postgres' }).length

const ENTRY_COLUMNS = 'count bigint, events text, "values" json'
const SUMMARY_COLUMNS = 'status bigint, phase bigint, updated_at bigint, wake_at bigint, error text, error_key text'

/**
 * Settings of the writer's connections. A statement is planned once and cached; while the tables are small the planner
 * would choose a sequential scan, and keep it when they have grown.
 */
export const WRITER_SETTINGS = 'SET enable_seqscan = off; SET jit = off'

/** Stores the large values of the rows `(num, "values")` of `source`. */
const keepValues = (source: string) => `
  large AS (
    SELECT s.num, v.hash, v.text FROM ${source} s CROSS JOIN json_to_recordset(s."values") AS v (hash text, text text)
  ),
  kept AS (
    INSERT INTO large_values (hash, value) SELECT DISTINCT ON (hash) hash, text FROM large ORDER BY hash
    ON CONFLICT DO NOTHING
  ),
  used AS (INSERT INTO large_value_uses (num, hash) SELECT num, hash FROM large ON CONFLICT DO NOTHING),`

const create = (withValues: string) => `WITH
  given AS (
    SELECT * FROM json_to_recordset($1::json) AS g (at bigint, id text, workflow text, created_at bigint, trigger_kind bigint,
      started_by text, started_by_key text, started_by_kind bigint, started_by_id text, revision bigint, plan text, record text, secrets text, is_compact bigint, ${ENTRY_COLUMNS}, ${SUMMARY_COLUMNS})
  ),
  made AS (
    INSERT INTO executions (id, workflow, status, phase, updated_at, wake_at, error, error_key, created_at,
      trigger_kind, started_by, started_by_key, started_by_kind, started_by_id, revision, plan, record, secrets, is_compact)
    SELECT id, (SELECT w.num FROM execution_workflows w WHERE w.id = given.workflow), status, phase, updated_at,
      wake_at, error, error_key, created_at, trigger_kind, started_by, started_by_key, started_by_kind, started_by_id, revision,
      (SELECT p.num FROM plans p WHERE p.hash = given.plan), record, decode(secrets, 'base64'),
      is_compact
    FROM given ORDER BY at ON CONFLICT (id) DO NOTHING
    RETURNING num, id, workflow, status
  ),
  new AS (SELECT made.num, given.at, given.count, given.events, given."values" FROM made JOIN given ON given.id = made.id),
  written AS (
    INSERT INTO journal (chapter, first, count, events) SELECT num, 0, count, events FROM new WHERE count > 0
  ),
  ${withValues}
  counted AS (${addToCounts('SELECT workflow, status, num, 1 AS by FROM made')})
  SELECT json_agg(json_build_object('at', at)) AS rows FROM new`

const CREATE = create('')
const CREATE_WITH_VALUES = create(keepValues('new'))

/** Writes the questions of the appended changes. */
const WITH_QUESTIONS = `
  asked AS (
    INSERT INTO interrupts (${QUESTION_COLUMNS.join(', ')}) SELECT ${QUESTION_COLUMNS.map((name) => `q.${name}`).join(', ')}
    FROM done CROSS JOIN json_to_recordset(done.questions) AS q (${QUESTION_COLUMNS.map((name) => `${name} text`).join(', ')})
    ${REPLACE_QUESTION}
  ),`

/** Records which events handle which calls. */
const WITH_CALLS = `
  answered AS (
    UPDATE engine_calls c SET position = h.position
    FROM done CROSS JOIN json_to_recordset(done.handled) AS h (id text, position bigint) WHERE c.id = h.id
  ),`

/** Removes the offers of steps that have ended. */
const WITH_OFFERS = `
  unneeded AS (
    DELETE FROM offered_steps s USING done CROSS JOIN json_array_elements_text(done.offered) AS o (token)
    WHERE s.token = o.token
  ),`

// Lock the rows to change before reading their old status, so that the counts include every change exactly once; and
// before reading their owner, so that no claim comes between the check and the write. An array and LIMIT for the look-ups:
// a join would be planned as a scan of all executions while the tables are small, and stay one when they have grown.
const append = (more: string, moreColumns = '') => `WITH
  given AS (
    SELECT * FROM json_to_recordset($1::json) AS g (at bigint, id text, first bigint, owner bigint, ${ENTRY_COLUMNS},
      ${SUMMARY_COLUMNS}${moreColumns})
  ),
  locked AS (
    SELECT e.num, e.id, e.workflow, e.status, e.owner FROM executions e
    WHERE e.id = ANY (ARRAY(SELECT g.id FROM given g WHERE g.status IS NOT NULL OR g.owner IS NOT NULL))
    ORDER BY e.num FOR UPDATE
  ),
  found AS (
    SELECT given.*, e.num, e.workflow, coalesce(locked.status, e.status) AS old_status, ${LENGTH} AS length,
      given.owner IS NULL OR given.owner = locked.owner AS is_owned
    FROM given CROSS JOIN LATERAL (
      SELECT e.num, e.workflow, e.status FROM executions e WHERE e.id = given.id LIMIT 1
    ) AS e LEFT JOIN locked ON locked.num = e.num
  ),
  written AS (
    INSERT INTO journal (chapter, first, count, events)
    SELECT num, first, count, events FROM found WHERE is_owned AND first = length AND count > 0
    ON CONFLICT DO NOTHING RETURNING chapter AS num
  ),
  done AS (
    SELECT * FROM found
    WHERE is_owned
      AND (first IS NULL OR (first = length AND (count = 0 OR num IN (SELECT written.num FROM written))))
  ),
  headed AS (
    UPDATE executions e SET status = done.status, phase = done.phase, updated_at = done.updated_at,
      wake_at = done.wake_at, error = done.error, error_key = done.error_key
    FROM done WHERE e.num = done.num AND done.status IS NOT NULL
  ),
  ${more}
  counted AS (${addToCounts(`
    SELECT workflow, old_status AS status, num, -1 AS by FROM done WHERE status <> old_status
    UNION ALL SELECT workflow, status, num, 1 FROM done WHERE status <> old_status`)})
  SELECT json_agg(json_build_object('at', at, 'length', length, 'isOwned', is_owned,
    'isDone', at IN (SELECT done.at FROM done))) AS rows
  FROM found`

const APPEND = append('')
const APPEND_WITH_VALUES = append(keepValues('done'))
/** For batches with questions to people, handled calls, offered steps or model calls, which are rare. */
const APPEND_WITH_MORE = append(
  `${WITH_QUESTIONS}${WITH_CALLS}${WITH_OFFERS}${withUsage('done')}${keepValues('done')}`,
  ', questions json, handled json, offered json, usage json',
)

/** Known workflows; more are forgotten. */
const MAX_WORKFLOWS = 1_000

/** A row that `APPEND` returns. */
interface Found {
  readonly at: number
  readonly length: number
  readonly isOwned: boolean
  readonly isDone: boolean
}

type Continuation = Addition | SummaryOnly

/** A change and its index in the batch. */
interface Indexed<C> {
  readonly at: number
  readonly change: C
}

export class PostgresWriter implements JournalWriter {
  readonly isOneEach = true
  readonly #sql: Sql
  /** Workflows that were in the database a moment ago. A batch for one that was removed since fails, and is repeated. */
  readonly #workflows = new Set<string>()

  constructor(sql: Sql) {
    this.#sql = sql
  }

  start(): void {}

  async commit(changes: readonly Change[]): Promise<readonly Refusal[]> {
    const created: Indexed<Creation>[] = []
    const added: Indexed<Continuation>[] = []
    for (const [at, change] of changes.entries()) {
      if (change.kind === 'create') created.push({ at, change })
      else added.push({ at, change })
    }
    const refusals = await Promise.all([
      oneByOneIfNeeded(created, (some) => this.#create(some)),
      oneByOneIfNeeded(added, (some) => this.#add(some)),
    ])
    return refusals.flat()
  }

  close(): Promise<void> {
    return this.#sql.close()
  }

  async #create(created: readonly Indexed<Creation>[]): Promise<Refusal[]> {
    await this.#insertReferences(created.map(({ change }) => change))
    const given = created.map(
      ({ at, change: { id, workflowId, createdAt, plan, record, secrets, tidiness, entry, summary, ...started } }) => ({
        ...{ at, id, workflow: workflowId, created_at: createdAt, plan: plan.hash, record },
        ...startColumns(started),
        secrets: secrets && Buffer.from(secrets).toString('base64'),
        is_compact: tidiness,
        ...entryColumns(entry),
        ...summaryColumns(summary),
      }),
    )
    const text = created.some(({ change }) => change.entry.values.length > 0) ? CREATE_WITH_VALUES : CREATE
    const made = await this.#rows<{ at: number }>(text, given).catch((error: unknown) => {
      this.#workflows.clear()
      throw error
    })
    const isMade = new Set(made.map(({ at }) => at))
    return created
      .filter(({ at }) => !isMade.has(at))
      .map(({ at, change }) => ({ at, why: `execution ${change.id} exists` }))
  }

  /** Uses `get`, which prepares the statement: planning one of these takes longer than running it. */
  async #rows<Row>(text: string, given: readonly object[]): Promise<readonly Row[]> {
    return (await this.#sql.get<{ rows: Row[] | null }>(text, [JSON.stringify(given)]))?.rows ?? []
  }

  /** Inserts the plans and workflows that the executions refer to. In separate statements, which later ones see. */
  async #insertReferences(created: readonly Creation[]): Promise<void> {
    const plans = new Map(created.flatMap(({ plan }) => (plan.text === undefined ? [] : [[plan.hash, plan.text]])))
    for (const [hash, text] of [...plans].sort()) {
      await this.#sql.run('INSERT INTO plans (hash, plan) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        hash as string,
        text as string,
      ])
    }
    const workflows = [...new Set(created.map(({ workflowId }) => workflowId))].sort()
    if (workflows.every((id) => this.#workflows.has(id))) return
    await this.#sql.run(
      `INSERT INTO execution_workflows (id) SELECT id FROM json_array_elements_text($1::json) AS given (id)
      WHERE NOT EXISTS (SELECT 1 FROM execution_workflows w WHERE w.id = given.id) ON CONFLICT DO NOTHING`,
      [JSON.stringify(workflows)],
    )
    if (this.#workflows.size > MAX_WORKFLOWS) this.#workflows.clear()
    for (const id of workflows) this.#workflows.add(id)
  }

  async #add(added: readonly Indexed<Continuation>[]): Promise<Refusal[]> {
    const given = added.map(({ at, change }) => ({
      ...{ at, id: change.id, owner: change.owner },
      ...(change.kind === 'append' && { first: change.length, ...entryColumns(change.entry) }),
      ...(change.summary && summaryColumns(change.summary)),
      ...(hasMore(change) && moreColumns(change)),
    }))
    const found = await this.#rows<Found>(appendFor(added), given)
    const rows = new Map(found.map((row) => [row.at, row]))
    return added.flatMap(({ at, change }) => refusalOf(at, change, rows.get(at)))
  }
}

function appendFor(added: readonly Indexed<Continuation>[]): string {
  if (added.some(({ change }) => hasMore(change))) return APPEND_WITH_MORE
  const hasValues = added.some(({ change }) => change.kind === 'append' && change.entry.values.length > 0)
  return hasValues ? APPEND_WITH_VALUES : APPEND
}

function hasMore(change: Continuation): change is Addition {
  if (change.kind !== 'append') return false
  const { questions, handled, offered, usage } = change
  return questions !== undefined || handled !== undefined || offered !== undefined || usage !== undefined
}

function moreColumns({ questions, handled, offered, usage }: Addition) {
  return { questions, handled, offered, usage }
}

function refusalOf(at: number, change: Continuation, found: Found | undefined): Refusal[] {
  if (found?.isDone) return []
  const { id } = change
  if (found?.isOwned === false) return [{ at, why: `another process has claimed execution ${id}`, isForeign: true }]
  if (change.kind === 'summary') return []
  const { length } = change
  if (found === undefined) return [{ at, why: `no execution ${id}` }]
  // Another process appended at the same moment.
  if (found.length === length) return [{ at, why: `execution ${id} has more than ${length} events` }]
  return [{ at, why: `execution ${id} has ${found.length} events, not ${length}` }]
}

/** Writes all changes at once. If the batch violates a constraint, writes them one by one so that only the bad one fails. */
async function oneByOneIfNeeded<C>(
  indexed: readonly Indexed<C>[],
  write: (some: readonly Indexed<C>[]) => Promise<Refusal[]>,
): Promise<Refusal[]> {
  if (indexed.length === 0) return []
  try {
    return await write(indexed)
  } catch (error) {
    const refusals: Refusal[] = []
    for (const each of indexed) {
      // Retry a single change too: a row it refers to may have been pruned at that moment.
      const written = isDataError(error) ? write([each]) : Promise.reject(error)
      refusals.push(...(await written.catch((failure: unknown) => [refused(each.at, failure)])))
    }
    return refusals
  }
}

/** SQLSTATE classes that concern the written data: invalid data, a violated constraint, a limit. */
function isDataError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^(22|23|54)/.test(String(error.code))
}

function refused(at: number, error: unknown): Refusal {
  const why = error instanceof Error ? error.message : String(error)
  return { at, why, reason: error instanceof StoreUnavailable ? error.reason : undefined }
}

function entryColumns({ count, text, values }: Entry) {
  return { count, events: text, ...(values.length > 0 && { values }) }
}

type Started = Pick<Creation, 'trigger' | 'startedBy' | 'starter' | 'revision'>

function startColumns({ trigger, startedBy, starter, revision }: Started) {
  const [by, key] = searchText(startedBy)
  const [kind, id] = starterColumns(starter)
  return {
    trigger_kind: TRIGGER_NUMBERS[trigger],
    started_by: by,
    started_by_key: key,
    started_by_kind: kind,
    started_by_id: id,
    revision,
  }
}

function summaryColumns(summary: ExecutionSummary) {
  const { status, updatedAt, wakeAt } = summary
  const [error, key] = searchText(summary.error)
  const times = { updated_at: updatedAt, wake_at: wakeAt }
  return { status: STATUS_NUMBERS[status], phase: phaseOf(summary), ...times, error, error_key: key }
}
