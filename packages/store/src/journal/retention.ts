/** Keeping the database small: finished executions are pruned by age and by number, and those that stay are compacted. */
import type { Sql } from '../sql.ts'
import type { PruneQuery } from '../store.ts'
import { EVENTS, inHistoriesOf, LENGTH } from './chapters.ts'
import { ANY, crowdedWorkflows, placeOf } from './counts.ts'
import { inLists, numberList } from './number-list.ts'
import { REMOVABLE, type Removable, removeExecutions } from './removal.ts'
import { OVER, PHASES } from './statuses.ts'

/** Removes at most `batch` finished executions: those that are too old, and when there are none, those too many. */
export async function prune(sql: Sql, transaction: Sql['transaction'], query: PruneQuery): Promise<number> {
  const { finishedBefore, keepPerWorkflow, batch } = query
  const old = await sql.all<Removable>(
    `SELECT ${REMOVABLE} FROM executions WHERE phase = ${PHASES.over} AND updated_at < $1 ORDER BY updated_at LIMIT $2`,
    [finishedBefore, batch],
  )
  return removeExecutions(transaction, old.length > 0 ? old : await surplus(sql, keepPerWorkflow, batch))
}

/** Finished executions that have `keep` newer ones of the same workflow, the oldest of each status first. */
async function surplus(sql: Sql, keep: number, limit: number): Promise<Removable[]> {
  const found: Removable[] = []
  for (const workflow of await crowdedWorkflows(sql, keep)) {
    // The place of the first one too many.
    const { below, skip } = await placeOf(sql, { workflow, status: ANY }, keep)
    for (const status of OVER) {
      if (found.length >= limit) return found
      const rows = await sql.all<Removable>(
        `SELECT ${REMOVABLE} FROM executions WHERE workflow = $1 AND status = $2 AND phase = ${PHASES.over} AND num <= (
          SELECT num FROM executions WHERE workflow = $1 AND num < $3 ORDER BY num DESC LIMIT 1 OFFSET $4
        ) ORDER BY num LIMIT $5`,
        [workflow, status, below, skip, limit - found.length],
      )
      found.push(...rows)
    }
  }
  return found
}

/**
 * Rewrites at most `limit` finished histories as one row each; the answer is how many. The rows of an execution lie
 * where they were written, among those of others: 100 events take 265 µs to read from there and 13 µs from one row, and
 * where all of it is in memory 58 and 8.
 */
export async function compact(sql: Sql, transaction: Sql['transaction'], limit: number): Promise<number> {
  const rows = await sql.all<{ num: number }>(
    `SELECT num FROM executions WHERE phase = ${PHASES.over} AND is_compact = 0 ORDER BY num LIMIT $1`,
    [limit],
  )
  for (const some of inLists(rows)) {
    const { list, params } = numberList(some.map(({ num }) => num))
    await transaction([
      {
        text: `UPDATE journal SET (count, events) = (SELECT ${LENGTH}, ${EVENTS} FROM executions e WHERE e.num = chapter)
          WHERE chapter IN (${list}) AND first = 0`,
        params,
      },
      { text: `DELETE FROM journal WHERE ${inHistoriesOf(list)} AND first > 0`, params },
      { text: `DELETE FROM journal_chapters WHERE num IN (${list})`, params },
      { text: `UPDATE executions SET is_compact = 1 WHERE num IN (${list})`, params },
    ])
  }
  return rows.length
}
