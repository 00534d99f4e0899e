/**
 * Lists and look-ups by part of a name.
 *
 * The page is found in the narrow tables alone; then its documents are fetched. There are three ways to find it, and the
 * wrong one can be a hundred times slower than the right one:
 *
 *   few matches    look up the matching rows and sort them
 *   some           scan the rows in order and check whether each is in the set of matches, which needs no row
 *   many           scan the rows in order and test each, until the page is full
 *
 * SQLite cannot estimate which applies, so filters that an index can answer are counted first. With 100,000 workflows a
 * page then takes 0.3 to 30 ms; 40 to 90 ms if every text must be read, for one or two letters or for two filters that
 * both match most workflows; and 0.2 s in the worst case, if many match and all are at the far end.
 */
import { setImmediate } from 'node:timers/promises'
import { foldCase } from './fold-case.ts'
import type { Page } from './page.ts'
import { type Bind, binder, type Filter, isStorable, likeAnywhere, type Sql } from './sql.ts'
import type { StoredWorkflow, WorkflowQuery, WorkflowSummary } from './store.ts'
import {
  NEWEST_VERSION,
  SUMMARY_COLUMNS,
  type SummaryRow,
  summaryOf,
  type WorkflowRow,
  workflowOf,
} from './workflow-rows.ts'

/** The maximum number of matches that counts as few. */
const FEW = 5000

/** Up to `SOME` times `FEW` matches count as some. */
const SOME = 4

/** The number of names that `suggest` ranks. */
const CANDIDATES = 1000

const SORT_COLUMNS = {
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
  name: 'w.name_key',
} as const satisfies Record<WorkflowQuery['sort'], string>

const NOTHING = { items: [], total: 0 }

/** A page of the workflows that pass the filters, and their total; `few` only affects how they are found. */
export function listWorkflows(sql: Sql, query: WorkflowQuery, few = FEW): Promise<Page<StoredWorkflow>> {
  return foundPage(sql, query, { few, read: pageOf })
}

/** The same page without documents. */
export function listSummaries(sql: Sql, query: WorkflowQuery): Promise<Page<WorkflowSummary>> {
  return foundPage(sql, query, { few: FEW, read: summariesOf })
}

interface PageRead<Item> {
  readonly few: number
  /** Reads the rows of the page. */
  readonly read: (sql: Sql, query: WorkflowQuery, restricted: (bind: Bind) => string) => Promise<readonly Item[]>
}

async function foundPage<Item>(sql: Sql, query: WorkflowQuery, { few, read }: PageRead<Item>): Promise<Page<Item>> {
  const search = foldCase(query.search ?? '')
  const tags = tagKeysOf(query.tags ?? []).filter(isStorable)
  const isImpossible =
    !isStorable(search) || (tags.length === 0 && (query.tags ?? []).length > 0) || query.projects?.length === 0
  if (isImpossible) return NOTHING

  const filters: Filter[] = []
  if (search !== '') filters.push(sql.dialect.contains(search))
  if (tags.length > 0) filters.push(hasTag(tags))
  if (query.projects !== undefined) filters.push(inProjects(query.projects))

  const { total, start } = await matchesOf(sql, filters, few)
  if (query.offset >= total) return { items: [], total }
  // An expression instead of the bare column keeps SQLite from looking up rows by it, so it walks them in order.
  const seq = total <= few ? 'w.seq' : '+w.seq'
  const items = await read(sql, query, (bind) => where(filters, { start, seq }, bind))
  return { items, total }
}

/** Names that contain a text: first those that start with it, then those in which a word does, then the others. */
export async function suggestWorkflows(
  sql: Sql,
  text: string,
  limit: number,
  projects?: readonly string[],
): Promise<readonly WorkflowSummary[]> {
  if (!isStorable(text) || projects?.length === 0) return []
  const key = foldCase(text)
  const within = (bind: Bind) => (projects === undefined ? '' : `AND ${inProjects(projects).test(bind)}`)
  const first = binder()
  const starting = await sql.all<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM workflows w
    WHERE w.name_key >= ${first.bind(key)} AND w.name_key < ${first.bind(afterAll(key))} ${within(first.bind)}
    ORDER BY w.name_key, w.id LIMIT ${first.bind(limit)}`,
    first.params,
  )
  if (starting.length === limit) return starting.map(summaryOf)

  const { bind, params } = binder()
  const candidates = sql.dialect.namesContaining(key, CANDIDATES, bind)
  const wordStart = `w.name_key LIKE ${bind(likeAnywhere(` ${key}`))} ESCAPE '\\'`
  const containing = await sql.all<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM workflows w WHERE w.seq IN (${candidates})
    AND NOT (w.name_key >= ${bind(key)} AND w.name_key < ${bind(afterAll(key))}) ${within(bind)}
    ORDER BY CASE WHEN ${wordStart} THEN 0 ELSE 1 END, w.name_key, w.id LIMIT ${bind(limit - starting.length)}`,
    params,
  )
  return [...starting, ...containing].map(summaryOf)
}

/** Sorts after every text with this prefix: no character follows U+10FFFF. */
export function afterAll(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

/** Case-folded tags without duplicates. */
export function tagKeysOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map(foldCase))]
}

function hasTag(keys: readonly string[]): Filter {
  const isOneOf = (bind: Bind) => `tag_key IN (${keys.map(bind).join(', ')})`
  return {
    test: (bind) => `EXISTS (SELECT 1 FROM workflow_tags t WHERE t.workflow_seq = w.seq AND t.${isOneOf(bind)})`,
    // A workflow has a tag only once, so only several tags can produce duplicates.
    set: (bind) => `SELECT ${keys.length > 1 ? 'DISTINCT ' : ''}workflow_seq FROM workflow_tags WHERE ${isOneOf(bind)}`,
  }
}

function inProjects(projects: readonly string[]): Filter {
  const isOneOf = (bind: Bind) => `project IN (${projects.map(bind).join(', ')})`
  return { test: (bind) => `w.${isOneOf(bind)}`, set: (bind) => `SELECT seq FROM workflows WHERE ${isOneOf(bind)}` }
}

/** The result of counting the matches. */
interface Matches {
  readonly total: number
  /** The index of the filter whose set is small enough to start from; -1 if there is none. */
  readonly start: number
}

async function matchesOf(sql: Sql, filters: readonly Filter[], few: number): Promise<Matches> {
  // The size of a single filter is the total and must be exact. Of several filters only the smallest matters, so counting
  // stops at the point where scanning all workflows is as fast.
  const isAlone = filters.length === 1
  const some = SOME * few
  const sizes = await Promise.all(
    filters.map(({ set }) => (set ? sizeOf(sql, set, isAlone ? undefined : some + 1) : undefined)),
  )
  const smallest = Math.min(...sizes.map((size) => size ?? Number.POSITIVE_INFINITY))
  const start = smallest <= some ? sizes.indexOf(smallest) : -1
  if (smallest === 0 || (isAlone && Number.isFinite(smallest))) return { total: smallest, start }
  return { total: await countOf(sql, (bind) => `workflows w ${where(filters, { start, seq: 'w.seq' }, bind)}`), start }
}

/** The filters as conditions: the one at `start` by its set, in which `seq` is looked up, the others by their tests. */
function where(filters: readonly Filter[], { start, seq }: { start: number; seq: string }, bind: Bind): string {
  const conditions = filters.map(({ test, set }, at) => (at === start && set ? `${seq} IN (${set(bind)})` : test(bind)))
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`
}

function sizeOf(sql: Sql, set: (bind: Bind) => string, cap: number | undefined): Promise<number> {
  return countOf(sql, (bind) => `(${set(bind)}${cap === undefined ? '' : ` LIMIT ${bind(cap)}`}) AS matches`)
}

async function countOf(sql: Sql, source: (bind: Bind) => string): Promise<number> {
  const { bind, params } = binder()
  const [row] = await sql.all<{ count: number }>(`SELECT count(*) AS count FROM ${source(bind)}`, params)
  return row?.count ?? 0
}

function orderOf({ sort, order }: WorkflowQuery): string {
  const direction = order === 'asc' ? 'ASC' : 'DESC'
  return `ORDER BY ${SORT_COLUMNS[sort]} ${direction}, w.id ${direction}`
}

async function summariesOf(
  sql: Sql,
  query: WorkflowQuery,
  restricted: (bind: Bind) => string,
): Promise<readonly WorkflowSummary[]> {
  const { bind, params } = binder()
  const rows = await sql.all<SummaryRow>(
    `SELECT ${SUMMARY_COLUMNS} FROM workflows w ${restricted(bind)} ${orderOf(query)}
    LIMIT ${bind(query.limit)} OFFSET ${bind(query.offset)}`,
    params,
  )
  return rows.map(summaryOf)
}

async function pageOf(
  sql: Sql,
  query: WorkflowQuery,
  restricted: (bind: Bind) => string,
): Promise<readonly StoredWorkflow[]> {
  const { bind, params } = binder()
  const order = orderOf(query)
  // CROSS JOIN keeps SQLite from walking all workflows in order and looking each of them up in the page.
  const rows = await sql.all<PageRow>(
    `SELECT w.seq, ${SUMMARY_COLUMNS}, v.version_id AS "versionId", v.secrets,
      octet_length(v.document) AS bytes, CASE WHEN octet_length(v.document) <= ${LARGE_BYTES} THEN v.document END AS document
    FROM (
      SELECT w.seq FROM workflows w ${restricted(bind)} ${order} LIMIT ${bind(query.limit)} OFFSET ${bind(query.offset)}
    ) AS page
    CROSS JOIN workflows w ${NEWEST_VERSION} WHERE w.seq = page.seq ${order}`,
    params,
  )
  return withLargeDocuments(sql, rows, query.maxBytes)
}

/** Larger documents are not read with their page but one by one, each in its own turn of the event loop. */
const LARGE_BYTES = 64 * 1024

type PageRow = Omit<WorkflowRow, 'document'> & {
  readonly seq: number
  readonly bytes: number
  readonly document: WorkflowRow['document'] | null
}

/** The page with its documents; ends early if they exceed `maxBytes`, but has at least one. */
async function withLargeDocuments(
  sql: Sql,
  rows: readonly PageRow[],
  maxBytes = Number.POSITIVE_INFINITY,
): Promise<StoredWorkflow[]> {
  const items: StoredWorkflow[] = []
  let bytes = 0
  for (const row of rows) {
    if (items.length > 0 && row.bytes + bytes > maxBytes) break
    bytes += row.bytes
    const document = row.document ?? (await largeDocument(sql, row))
    // Undefined if the workflow was deleted since the page was read.
    if (document !== undefined) items.push(workflowOf({ ...row, document }))
  }
  return items
}

async function largeDocument(sql: Sql, { seq, revision }: PageRow): Promise<WorkflowRow['document'] | undefined> {
  await setImmediate()
  const [found] = await sql.all<Pick<WorkflowRow, 'document'>>(
    'SELECT document FROM workflow_versions WHERE workflow_seq = $1 AND revision = $2',
    [seq, revision],
  )
  return found?.document
}
