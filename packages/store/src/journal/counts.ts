/**
 * Counts executions by workflow and status. The table `execution_counts` is a tree over the numbers of executions: a
 * bucket covers 64 numbers, the bucket above it 64 of those, and so on. The total of a filter is the sum of a few rows,
 * and the n-th newest execution is found by descending the tree, so a list is as fast with a million executions and
 * at its last page as with a thousand. (`OFFSET 500000` alone takes SQLite 25 to 50 ms.)
 *
 * Every writer of executions updates the tree in the same transaction.
 */
import type { Sql, SqlValue, Statement } from '../sql.ts'
import { STATUS_NUMBERS } from './statuses.ts'

/** Means every workflow or every status. */
export const ANY = 0

/**
 * Replaces the workflow id of executions that are part of another execution. A migration gave it the number -1. These
 * executions are counted separately and not in the total of all executions.
 */
export const UNLISTED = ':part of another execution'

/** The bits of a number that the buckets of each level ignore, widest first. */
const LEVELS = [18, 12, 6] as const
export const WIDEST = LEVELS[0]
const NARROWEST_WIDTH = 2 ** LEVELS[2]

/** A workflow and a status, each of which may be `ANY`. */
export interface Scope {
  readonly workflow: number
  readonly status: number
}

/** The n-th newest execution of a scope: skip `skip` executions, newest first, of those with a number below `below`. */
export interface Place {
  readonly below: number
  readonly skip: number
}

interface Bucket {
  readonly bucket: number
  readonly executions: number
}

const BUCKETS = `SELECT bucket, executions FROM execution_counts
  WHERE workflow = $1 AND status = $2 AND level = $3 AND bucket >= $4 AND bucket < $5 ORDER BY bucket DESC`

export async function totalOf(sql: Sql, { workflow, status }: Scope): Promise<number> {
  const row = await sql.get<{ total: number }>(
    `SELECT CAST(coalesce(sum(executions), 0) AS BIGINT) AS total FROM execution_counts
    WHERE workflow = $1 AND status = $2 AND level = ${WIDEST}`,
    [workflow, status],
  )
  return row?.total ?? 0
}

/** Workflows with more than `executions` executions. */
export async function crowdedWorkflows(sql: Sql, executions: number): Promise<number[]> {
  const rows = await sql.all<{ num: number }>(
    // Unlisted executions are pruned by age only: the parent may need them to continue.
    `SELECT w.num FROM execution_workflows w WHERE w.num > 0 AND (
      SELECT sum(c.executions) FROM execution_counts c
      WHERE c.workflow = w.num AND c.status = ${ANY} AND c.level = ${WIDEST}
    ) > $1 ORDER BY w.num`,
    [executions],
  )
  return rows.map(({ num }) => num)
}

/** The position of the execution that has `offset` newer ones. */
export async function placeOf(sql: Sql, { workflow, status }: Scope, offset: number): Promise<Place> {
  let from = 0
  let below = Number.MAX_SAFE_INTEGER
  let skip = offset
  // Near the front, scanning is faster than descending the tree.
  if (offset < NARROWEST_WIDTH) return { below, skip }
  for (const level of LEVELS) {
    const width = 2 ** level
    const range = [Math.floor(from / width), Math.ceil(below / width)]
    const buckets = await sql.all<Bucket>(BUCKETS, [workflow, status, level, ...range])
    const found = buckets.find(({ executions }) => {
      if (skip < executions) return true
      skip -= executions
      return false
    })
    // The offset is past the end, or the executions have changed since the level above was read.
    if (found === undefined) return { below: from, skip: 0 }
    from = found.bucket * width
    below = from + width
  }
  return { below, skip }
}

export const COUNT_COLUMNS = ['workflow', 'status', 'level', 'bucket', 'executions'] as const

/** Follows the rows of an INSERT of counts: adds them to the existing counts. */
export const ADD_TO_COUNTS = `ON CONFLICT (workflow, status, level, bucket)
  DO UPDATE SET executions = execution_counts.executions + excluded.executions`

// Both databases name the columns of VALUES column1, column2 and so on.
const KEYS = `c.workflow * scope.column1, c.status * scope.column2, level.column1, c.num >> CAST(level.column1 AS INTEGER)`
const OF_EACH_LEVEL = `CROSS JOIN (VALUES ${LEVELS.map((level) => `(${level})`).join(', ')}) AS level`
const OF_EACH = `CROSS JOIN (VALUES (0, 0), (0, 1), (1, 0), (1, 1)) AS scope ${OF_EACH_LEVEL}`
const OF_ALL_STATUSES = `CROSS JOIN (VALUES (0), (1)) AS scope
  CROSS JOIN (VALUES ${[ANY, ...Object.values(STATUS_NUMBERS)].map((status) => `(${status})`).join(', ')}) AS status ${OF_EACH_LEVEL}`

/** Adds the rows `(workflow, status, num, by)` of `source`, in a fixed order so that two writers cannot deadlock. */
export function addToCounts(source: string): string {
  return `INSERT INTO execution_counts (${COUNT_COLUMNS.join(', ')})
    SELECT ${KEYS}, sum(c.by) FROM (${source}) AS c ${OF_EACH} WHERE c.workflow > 0 OR scope.column1 = 1
    GROUP BY 1, 2, 3, 4 HAVING sum(c.by) <> 0 ORDER BY 1, 2, 3, 4 ${ADD_TO_COUNTS}`
}

/** Adds up the rows of `source` that change the same buckets: with many of them, that halves the time of `addToCounts`. */
export function addedUp(source: string): string {
  const narrowest = `(num >> ${LEVELS[2]}) << ${LEVELS[2]}`
  return `SELECT workflow, status, ${narrowest} AS num, sum(s.by) AS by FROM (${source}) AS s GROUP BY workflow, status, ${narrowest}`
}

/** Removes the executions that a condition on `executions` selects from the counts. */
export function takeFromCounts(condition: string, params: readonly SqlValue[]): Statement[] {
  const selected = addedUp(`SELECT workflow, status, num, -1 AS by FROM executions WHERE ${condition}`)
  return [
    { text: addToCounts(selected), params },
    {
      // Also the counts of statuses that the executions had before. With the whole key, or all counts of the workflow are read.
      text: `DELETE FROM execution_counts WHERE executions = 0 AND (workflow, status, level, bucket) IN (
        SELECT c.workflow * scope.column1, status.column1, level.column1, c.num >> CAST(level.column1 AS INTEGER)
        FROM (${selected}) AS c ${OF_ALL_STATUSES})`,
      params,
    },
  ]
}

/** A change of the count of one bucket: workflow, status, level, bucket number. */
interface CountChange {
  readonly bucket: readonly [number, number, number, number]
  by: number
}

/** Collects changes of the counts in memory, to be written together. */
export class CountChanges {
  /** By workflow, status and narrowest bucket: consecutive executions share an entry. */
  readonly #changes = new Map<string, { readonly scope: Scope; readonly num: number; by: number }>()

  add({ workflow, status }: Scope, num: number, by: number): void {
    const key = `${workflow} ${status} ${Math.floor(num / NARROWEST_WIDTH)}`
    const change = this.#changes.get(key)
    if (change === undefined) this.#changes.set(key, { scope: { workflow, status }, num, by })
    else change.by += by
  }

  /** Returns the changes by bucket and clears them. */
  take(): readonly CountChange[] {
    if (this.#changes.size === 0) return NO_CHANGES
    const changes = new Map<string, CountChange>()
    for (const { scope, num, by } of this.#changes.values()) {
      if (by === 0) continue
      for (const level of LEVELS) {
        const bucket = Math.floor(num / 2 ** level)
        if (scope.workflow > 0) {
          increase(changes, [ANY, ANY, level, bucket], by)
          increase(changes, [ANY, scope.status, level, bucket], by)
        }
        increase(changes, [scope.workflow, ANY, level, bucket], by)
        increase(changes, [scope.workflow, scope.status, level, bucket], by)
      }
    }
    this.#changes.clear()
    return [...changes.values()].filter(({ by }) => by !== 0)
  }
}

const NO_CHANGES: readonly CountChange[] = []

function increase(changes: Map<string, CountChange>, bucket: CountChange['bucket'], by: number): void {
  const key = bucket.join(' ')
  const change = changes.get(key)
  if (change === undefined) changes.set(key, { bucket, by })
  else change.by += by
}
