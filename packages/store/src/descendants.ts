/**
 * Finds the descendants of an execution that asked a question. A question stores the execution at the top of its callers
 * (`root_id`); executions in between are found by climbing from each asking execution, one generation at a time.
 */
import { parseRecord, type RecordParts } from './journal/record-text.ts'
import { binder, type Sql } from './sql.ts'

/** Executions that one statement looks up. */
const MANY = 100
/** More than a user reads, and fewer than the number of parameters of a statement. */
const MAX_ASKING = 10_000

/** The start of a climb and its current execution. */
interface Climb {
  readonly from: string
  readonly at: string
}

/** Descendants of this execution that asked a question. Empty for a root: its questions have it as `root_id`. */
export async function askingDescendants(sql: Sql, id: string): Promise<readonly string[]> {
  const root = (await recordsOf(sql, [id])).get(id)?.about.root
  if (root === undefined) return []
  const asking = await sql.all<{ id: string }>(
    `SELECT execution_id AS id FROM interrupts WHERE root_id = $1 AND execution_id <> $2
    GROUP BY execution_id ORDER BY min(num) LIMIT ${MAX_ASKING}`,
    [root, id],
  )
  const found: string[] = []
  for (let climbs = asking.map((one): Climb => ({ from: one.id, at: one.id })); climbs.length > 0; ) {
    const records = await recordsOf(
      sql,
      climbs.map(({ at }) => at),
    )
    const higher = climbs.flatMap(({ from, at }): Climb[] => {
      const caller = records.get(at)?.parent?.execution
      return caller === undefined ? [] : [{ from, at: caller }]
    })
    found.push(...higher.filter(({ at }) => at === id).map(({ from }) => from))
    climbs = higher.filter(({ at }) => at !== id)
  }
  return found
}

async function recordsOf(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, RecordParts>> {
  const records = new Map<string, RecordParts>()
  const wanted = [...new Set(ids)]
  while (wanted.length > 0) {
    const { bind, params } = binder()
    const places = wanted.splice(0, MANY).map((id) => bind(id))
    const rows = await sql.all<{ id: string; record: string }>(
      `SELECT id, record FROM executions WHERE id IN (${places.join(', ')})`,
      params,
    )
    for (const { id, record } of rows) records.set(id, parseRecord(record))
  }
  return records
}
