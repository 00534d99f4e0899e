/**
 * Searches executions by what started them, when, and why they failed. No index has these columns: a search walks the
 * executions of a workflow and status newest first, a few thousand at a time so that other queries run in between, and
 * stops after a limit. A time range starts the walk near its end.
 */
import { setImmediate } from 'node:timers/promises'
import { SAMPLED } from '../execution-reasons.ts'
import { foldCase } from '../fold-case.ts'
import { type Bind, binder, isStorable, likeAnywhere, type Sql } from '../sql.ts'
import type { ExecutionPage, ExecutionQuery, ExecutionSearch } from '../store.ts'
import type { Scope } from './counts.ts'
import { COLUMNS, listItemOf, SOURCE, type SummaryRow, scopeConditions } from './execution-rows.ts'
import { workflowsOf } from './project-workflows.ts'
import { STARTER_NUMBERS, TRIGGER_NUMBERS } from './statuses.ts'

export interface SearchLimits {
  /** Executions that one query reads: about 5 ms. */
  readonly chunk: number
  /** Executions that one search reads. */
  readonly all: number
}

const LIMITS: SearchLimits = { chunk: 5000, all: 100_000 }

/** Samples around the ends of a time range that may be out of order, because the clock was corrected: 1,024 executions. */
const OUT_OF_ORDER = 16

export function isSearch(search: ExecutionSearch): boolean {
  const { trigger, startedBy, startedByKind, startedById, revision, error, createdFrom, createdBefore } = search
  const conditions = [trigger, startedBy, startedByKind, startedById, revision, error, createdFrom, createdBefore]
  return conditions.some((condition) => condition !== undefined)
}

/** A page of the executions that match; its total counts the matches among those that were read. */
export async function searchExecutions(
  sql: Sql,
  scope: Scope,
  query: ExecutionQuery,
  { chunk: atOnce, all }: SearchLimits = LIMITS,
): Promise<ExecutionPage> {
  const texts = [query.startedBy, query.startedById, query.error, ...(query.errorParts ?? []).flat()]
  if (texts.some((text) => text !== undefined && !isStorable(text))) return NOTHING
  const lowest = await lowestOf(sql, query.createdFrom)
  let below = await highestOf(sql, query.createdBefore)
  const items: SummaryRow[] = []
  // Each alternative takes as long as the others.
  const chunk = Math.max(1, Math.ceil(atOnce / (1 + (query.errorParts?.length ?? 0))))
  let total = 0
  for (let read = 0; below > lowest; ) {
    if (read >= all) return { items: items.map(listItemOf), total, isPartial: true }
    const span = { scope, below, lowest, chunk }
    const { count, low, found } = await countIn(sql, span, query)
    const skip = Math.max(0, query.offset - total)
    const missing = query.limit - items.length
    if (found > skip && missing > 0)
      items.push(...(await rowsIn(sql, { ...span, lowest: low }, query, [missing, skip])))
    total += found
    read += count
    if (count < chunk) break
    below = low
    await setImmediate()
  }
  return { items: items.map(listItemOf), total }
}

const NOTHING = { items: [], total: 0 }

interface Span {
  readonly scope: Scope
  readonly below: number
  readonly lowest: number
  readonly chunk: number
}

interface Counted {
  readonly count: number
  readonly low: number
  readonly found: number
}

/** The next executions of a walk: how many, the lowest number, and how many of them match. */
async function countIn(sql: Sql, span: Span, search: Conditions): Promise<Counted> {
  const { bind, params } = binder()
  const [row] = await sql.all<Counted>(
    `SELECT count(*) AS count, coalesce(min(e.num), 0) AS low,
      CAST(coalesce(sum(CASE WHEN ${matches(search, bind)} THEN 1 ELSE 0 END), 0) AS BIGINT) AS found
    FROM (
      SELECT e.num, e.workflow, e.created_at, e.trigger_kind, e.started_by_key, e.started_by_kind, e.started_by_id, e.revision,
        e.error_key FROM executions e
      WHERE ${within(span, bind)} ORDER BY e.num DESC LIMIT ${bind(span.chunk)}
    ) AS e`,
    params,
  )
  return row ?? { count: 0, low: 0, found: 0 }
}

function rowsIn(
  sql: Sql,
  span: Span,
  search: Conditions,
  [limit, skip]: readonly [number, number],
): Promise<SummaryRow[]> {
  const { bind, params } = binder()
  return sql.all<SummaryRow>(
    `SELECT ${COLUMNS} FROM ${SOURCE} WHERE ${within(span, bind)} AND ${matches(search, bind)}
    ORDER BY e.num DESC LIMIT ${bind(limit)} OFFSET ${bind(skip)}`,
    params,
  )
}

function within({ scope, below, lowest }: Span, bind: Bind): string {
  return [...scopeConditions(scope, below, bind), `e.num >= ${bind(lowest)}`].join(' AND ')
}

type Conditions = ExecutionSearch & Pick<ExecutionQuery, 'projects'>

function matches(search: Conditions, bind: Bind): string {
  const { trigger, startedBy, startedByKind, startedById, revision, error, errorParts = [] } = search
  const { createdFrom, createdBefore } = search
  const has = (column: string, text: string) => `${column} LIKE ${bind(likeAnywhere(foldCase(text)))} ESCAPE '\\'`
  return [
    '1 = 1',
    trigger === undefined ? [] : `e.trigger_kind = ${bind(TRIGGER_NUMBERS[trigger])}`,
    startedBy === undefined ? [] : has('e.started_by_key', startedBy),
    startedByKind === undefined ? [] : `e.started_by_kind = ${bind(STARTER_NUMBERS[startedByKind])}`,
    startedById === undefined ? [] : `e.started_by_id = ${bind(startedById)}`,
    revision === undefined ? [] : `e.revision = ${bind(revision)}`,
    error === undefined
      ? []
      : anyOf([[error], ...errorParts].map((parts) => parts.map((part) => has('e.error_key', part)))),
    search.projects === undefined ? [] : `e.workflow IN (${workflowsOf(search.projects, bind)})`,
    createdFrom === undefined ? [] : `e.created_at >= ${bind(createdFrom)}`,
    createdBefore === undefined ? [] : `e.created_at < ${bind(createdBefore)}`,
  ]
    .flat()
    .join(' AND ')
}

/** True if all conditions of one of the lists are. */
function anyOf(alternatives: readonly (readonly string[])[]): string {
  return `(${alternatives.map((all) => `(${all.join(' AND ')})`).join(' OR ')})`
}

/** The lowest number from which on to look for executions created at or after a time: that of an earlier sample. */
async function lowestOf(sql: Sql, from: number | undefined): Promise<number> {
  if (from === undefined) return 0
  const row = await sql.get<{ num: number | null }>(
    `SELECT min(num) AS num FROM (
      SELECT num FROM executions WHERE ${SAMPLED} AND created_at < $1 ORDER BY created_at DESC LIMIT ${OUT_OF_ORDER}
    ) AS before`,
    [from],
  )
  return row?.num ?? 0
}

/** The number below which to look for executions created before a time: that of a later sample. */
async function highestOf(sql: Sql, before: number | undefined): Promise<number> {
  if (before === undefined) return Number.MAX_SAFE_INTEGER
  const row = await sql.get<{ num: number | null }>(
    `SELECT max(num) AS num FROM (
      SELECT num FROM executions WHERE ${SAMPLED} AND created_at >= $1 ORDER BY created_at LIMIT ${OUT_OF_ORDER}
    ) AS later`,
    [before],
  )
  return row?.num ?? Number.MAX_SAFE_INTEGER
}
