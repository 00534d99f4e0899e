/**
 * How many executions there are of each workflow and status, and where: the table `execution_counts` is a tree over the
 * numbers of the executions. A bucket holds 64 numbers, the bucket above it 64 of those, and so on. The total of a
 * filter is the sum of a few rows, and the n-th newest execution is found by walking down, so a list is as fast at a
 * million executions and at their last page as it is at a thousand. (`OFFSET 500000` alone takes SQLite 25 to 50 ms.)
 *
 * The tree is kept by whoever writes executions, in the same transaction.
 */
import type { Sql, SqlValue, Statement } from '../sql.ts'

/** Stands for every workflow or every status. */
export const ANY = 0

/**
 * In place of a workflow: executions that are a part of another one. A migration has given it the number -1; it is
 * counted by itself and not among all executions.
 */
export const UNLISTED = ':part of another execution'

/** Bits of a number that the buckets of a level leave out, widest first. */
const LEVELS = [18, 12, 6] as const
const WIDEST = LEVELS[0]
const NARROWEST_WIDTH = 2 ** LEVELS[2]

/** What executions are counted by. */
export interface Scope {
  readonly workflow: number
  readonly status: number
}

/** Where the n-th newest of a scope is: `skip` places before the newest one whose number is below `below`. */
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

/** Workflows with more than so many executions. */
export async function crowdedWorkflows(sql: Sql, executions: number): Promise<number[]> {
  const rows = await sql.all<{ num: number }>(
    // What is not listed goes by its age alone: its parent may need it to continue.
    `SELECT w.num FROM execution_workflows w WHERE w.num > 0 AND (
      SELECT sum(c.executions) FROM execution_counts c
      WHERE c.workflow = w.num AND c.status = ${ANY} AND c.level = ${WIDEST}
    ) > $1 ORDER BY w.num`,
    [executions],
  )
  return rows.map(({ num }) => num)
}

/** The place of the execution before which there are `offset` newer ones. */
export async function placeOf(sql: Sql, { workflow, status }: Scope, offset: number): Promise<Place> {
  let from = 0
  let below = Number.MAX_SAFE_INTEGER
  let skip = offset
  // So near the front that walking there is quicker than looking for a shorter way.
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
    // Beyond the end; or the executions have changed since the level above was read.
    if (found === undefined) return { below: from, skip: 0 }
    from = found.bucket * width
    below = from + width
  }
  return { below, skip }
}

export const COUNT_COLUMNS = ['workflow', 'status', 'level', 'bucket', 'executions'] as const

/** What an insert of counts has after its rows, so that they are added to those that are there. */
export const ADD_TO_COUNTS = `ON CONFLICT (workflow, status, level, bucket)
  DO UPDATE SET executions = execution_counts.executions + excluded.executions`

// Both databases call the columns of VALUES so.
const KEYS = `c.workflow * scope.column1, c.status * scope.column2, level.column1, c.num >> CAST(level.column1 AS INTEGER)`
const OF_EACH = `CROSS JOIN (VALUES (0, 0), (0, 1), (1, 0), (1, 1)) AS scope
  CROSS JOIN (VALUES ${LEVELS.map((level) => `(${level})`).join(', ')}) AS level`

/** Adds what `source` has in all rows `(workflow, status, num, by)`, in an order that no two writers cross. */
export function addToCounts(source: string): string {
  return `INSERT INTO execution_counts (${COUNT_COLUMNS.join(', ')})
    SELECT ${KEYS}, sum(c.by) FROM (${source}) AS c ${OF_EACH} WHERE c.workflow > 0 OR scope.column1 = 1
    GROUP BY 1, 2, 3, 4 HAVING sum(c.by) <> 0 ORDER BY 1, 2, 3, 4 ${ADD_TO_COUNTS}`
}

/** Takes the executions that a condition selects, all of them in `executions`, out of the counts. */
export function takeFromCounts(condition: string, params: readonly SqlValue[]): Statement[] {
  const selected = `SELECT workflow, status, num, -1 AS by FROM executions WHERE ${condition}`
  return [
    { text: addToCounts(selected), params },
    {
      text: `DELETE FROM execution_counts WHERE executions = 0 AND (workflow, level, bucket) IN (
        SELECT c.workflow * scope.column1, level.column1, c.num >> CAST(level.column1 AS INTEGER)
        FROM (${selected}) AS c ${OF_EACH})`,
      params,
    },
  ]
}

/** A change of the count of one bucket: workflow, status, level, number of the bucket. */
interface CountChange {
  readonly bucket: readonly [number, number, number, number]
  by: number
}

/** Changes of the counts that are collected in memory and written together. */
export class CountChanges {
  /** By workflow, status and bucket of the narrowest level: neighbours in time are neighbours here. */
  readonly #changes = new Map<string, { readonly scope: Scope; readonly num: number; by: number }>()

  add({ workflow, status }: Scope, num: number, by: number): void {
    const key = `${workflow} ${status} ${Math.floor(num / NARROWEST_WIDTH)}`
    const change = this.#changes.get(key)
    if (change === undefined) this.#changes.set(key, { scope: { workflow, status }, num, by })
    else change.by += by
  }

  /** What is to be added to which bucket. Nothing is left here. */
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
