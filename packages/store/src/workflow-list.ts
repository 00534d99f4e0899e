/**
 * Lists and look-ups by part of a name.
 *
 * The page is found in the narrow tables alone; only then are its documents fetched. There are three ways to find it,
 * and the wrong one can be a hundred times slower than the right one:
 *
 *   few matches    look up the rows that match and sort them
 *   some           walk the rows in order and ask of each whether it is in the set of matches, which needs no row
 *   many           walk the rows in order and test each, until the page is full
 *
 * SQLite has no means of knowing which it is, so the filters that an index can answer are counted first. With 100,000
 * workflows a page then takes 0.3 to 30 ms; 40 to 90 ms where every text must be read: for one or two letters, or for
 * two filters that both match most workflows; and 0.2 s at worst, when many match and all stand at the far end.
 */
import { setImmediate } from 'node:timers/promises'
import { foldCase } from './fold-case.ts'
import type { Page } from './page.ts'
import { type Bind, binder, type Filter, isStorable, likeAnywhere, type Sql } from './sql.ts'
import type { StoredWorkflow, WorkflowHead, WorkflowQuery } from './store.ts'
import { HEAD_COLUMNS, type HeadRow, headOf, NEWEST_VERSION, type WorkflowRow, workflowOf } from './workflow-rows.ts'

/** Up to here matches are few. */
const FEW = 5000

/** Up to this many times as many they are some. */
const SOME = 4

/** How many names are weighed against each other by `suggest`. */
const CANDIDATES = 1000

const SORT_COLUMNS = {
  created_at: 'w.created_at',
  updated_at: 'w.updated_at',
  name: 'w.name_key',
} as const satisfies Record<WorkflowQuery['sort'], string>

const NOTHING = { items: [], total: 0 }

/** One page of the workflows that pass the filters, and how many pass in all; `few` changes only how it is found. */
export async function listWorkflows(sql: Sql, query: WorkflowQuery, few = FEW): Promise<Page<StoredWorkflow>> {
  const search = foldCase(query.search ?? '')
  const tags = tagKeysOf(query.tags ?? []).filter(isStorable)
  const isImpossible = !isStorable(search) || (tags.length === 0 && (query.tags ?? []).length > 0)
  if (isImpossible) return NOTHING

  const filters: Filter[] = []
  if (search !== '') filters.push(sql.dialect.contains(search))
  if (tags.length > 0) filters.push(hasTag(tags))

  const { total, start } = await matchesOf(sql, filters, few)
  if (query.offset >= total) return { items: [], total }
  // An expression instead of the bare column keeps SQLite from looking up rows by it, so it walks them in order.
  const seq = total <= few ? 'w.seq' : '+w.seq'
  const items = await pageOf(sql, query, (bind) => where(filters, { start, seq }, bind))
  return { items, total }
}

/** Names that contain a text: first those that start with it, then those where a word does, then the others. */
export async function suggestWorkflows(sql: Sql, text: string, limit: number): Promise<readonly WorkflowHead[]> {
  if (!isStorable(text)) return []
  const key = foldCase(text)
  const starting = await sql.all<HeadRow>(
    `SELECT ${HEAD_COLUMNS} FROM workflows w
    WHERE w.name_key >= $1 AND w.name_key < $2 ORDER BY w.name_key, w.id LIMIT $3`,
    [key, afterAll(key), limit],
  )
  if (starting.length === limit) return starting.map(headOf)

  const { bind, params } = binder()
  const candidates = sql.dialect.namesContaining(key, CANDIDATES, bind)
  const wordStart = `w.name_key LIKE ${bind(likeAnywhere(` ${key}`))} ESCAPE '\\'`
  const containing = await sql.all<HeadRow>(
    `SELECT ${HEAD_COLUMNS} FROM workflows w WHERE w.seq IN (${candidates})
    AND NOT (w.name_key >= ${bind(key)} AND w.name_key < ${bind(afterAll(key))})
    ORDER BY CASE WHEN ${wordStart} THEN 0 ELSE 1 END, w.name_key, w.id LIMIT ${bind(limit - starting.length)}`,
    params,
  )
  return [...starting, ...containing].map(headOf)
}

/** Sorts after everything that starts with a text: no character follows U+10FFFF. */
export function afterAll(prefix: string): string {
  return `${prefix}\u{10ffff}`
}

/** Tags in the form in which they are searched for, each once. */
export function tagKeysOf(tags: readonly string[]): string[] {
  return [...new Set(tags.map(foldCase))]
}

function hasTag(keys: readonly string[]): Filter {
  const isOneOf = (bind: Bind) => `tag_key IN (${keys.map(bind).join(', ')})`
  return {
    test: (bind) => `EXISTS (SELECT 1 FROM workflow_tags t WHERE t.workflow_seq = w.seq AND t.${isOneOf(bind)})`,
    // A workflow has a tag once, so only several tags can name it twice.
    set: (bind) => `SELECT ${keys.length > 1 ? 'DISTINCT ' : ''}workflow_seq FROM workflow_tags WHERE ${isOneOf(bind)}`,
  }
}

/** What is known of the rows that pass all filters. */
interface Matches {
  readonly total: number
  /** The filter whose set is small enough to start from; -1 when none is. */
  readonly start: number
}

async function matchesOf(sql: Sql, filters: readonly Filter[], few: number): Promise<Matches> {
  // The size of a single filter is the total and has to be exact; of several it is only asked which one is small,
  // and to count past the point where all workflows might as well be gone through would be a waste.
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

/** The filters as conditions: one of them by its set, which `seq` is looked up in, the others by their tests. */
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

async function pageOf(
  sql: Sql,
  query: WorkflowQuery,
  restricted: (bind: Bind) => string,
): Promise<readonly StoredWorkflow[]> {
  const { bind, params } = binder()
  const direction = query.order === 'asc' ? 'ASC' : 'DESC'
  const order = `ORDER BY ${SORT_COLUMNS[query.sort]} ${direction}, w.id ${direction}`
  // CROSS JOIN keeps SQLite from walking all workflows in order and looking each of them up in the page.
  const rows = await sql.all<PageRow>(
    `SELECT w.seq, ${HEAD_COLUMNS}, v.version_id AS "versionId", v.secrets,
      octet_length(v.document) AS bytes, CASE WHEN octet_length(v.document) <= ${LARGE_BYTES} THEN v.document END AS document
    FROM (
      SELECT w.seq FROM workflows w ${restricted(bind)} ${order} LIMIT ${bind(query.limit)} OFFSET ${bind(query.offset)}
    ) AS page
    CROSS JOIN workflows w ${NEWEST_VERSION} WHERE w.seq = page.seq ${order}`,
    params,
  )
  return withLargeDocuments(sql, rows, query.maxBytes)
}

/** Bytes of documents that are read with their page; larger ones are read one by one, each in a turn of its own. */
const LARGE_BYTES = 64 * 1024

type PageRow = Omit<WorkflowRow, 'document'> & {
  readonly seq: number
  readonly bytes: number
  readonly document: WorkflowRow['document'] | null
}

/** The page with its documents; it ends early when they have more than `maxBytes`, but never without one. */
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
