/**
 * Removes the values of finished executions whose workflows do not keep them. Such executions are marked when they are
 * created (`TIDINESS.withValues`), so a process that is killed at any point leaves nothing behind for ever: the mark is
 * cleared in the transaction that removes the values.
 */
import { type ExecutionEvent, withoutValues } from '@millrace/engine'
import { mapInSlices, printInSlices, removesValues } from '@millrace/model'
import type { ValueRemoval } from '../retention-queries.ts'
import { binder, type Sql, type Statement } from '../sql.ts'
import { textOf } from '../workflow-rows.ts'
import { sizeInEvents } from './event-text.ts'
import { parsedInSlices } from './parsed-events.ts'
import { parseRecord } from './record-text.ts'
import { withoutNeeded } from './retention.ts'
import { searchText } from './search-text.ts'
import { segmentsIn } from './segments.ts'
import { PHASES, statusOf, TIDINESS } from './statuses.ts'

interface Marked {
  readonly num: number
  readonly id: string
  readonly status: number
  readonly record: string
  readonly updated_at: number
}

/** Handles at most `batch` executions and returns their number; those that are still needed are left for later. */
export async function removeValues(sql: Sql, transaction: Sql['transaction'], query: ValueRemoval): Promise<number> {
  const marked = await ended(sql, query)
  for (const { num, id, status, record } of marked) {
    const { keepValues } = parseRecord(record).about
    // One by one: a history may have megabytes.
    if (removesValues(keepValues, statusOf(status)))
      await transaction(await removalFrom(sql, { num, id, at: query.now }))
    else await transaction([unmark(num, TIDINESS.loose)])
  }
  return marked.length
}

async function ended(sql: Sql, { endedBefore, batch }: ValueRemoval): Promise<Marked[]> {
  const found: Marked[] = []
  let last = { updated_at: -1, num: -1 }
  while (found.length < batch) {
    const rows = await sql.all<Marked>(
      `SELECT num, id, status, record, updated_at FROM executions
        WHERE phase = ${PHASES.finished} AND is_compact = ${TIDINESS.withValues} AND updated_at < $1
        AND (updated_at, num) > ($2, $3) ORDER BY updated_at, num LIMIT $4`,
      [endedBefore, last.updated_at, last.num, batch],
    )
    found.push(...(await withoutOpenTurns(sql, await withoutNeeded(sql, rows))))
    last = rows.at(-1) ?? last
    if (rows.length < batch) break
  }
  return found.slice(0, batch)
}

/** Leaves out executions whose messages are not in their conversation yet. */
async function withoutOpenTurns(sql: Sql, rows: readonly Marked[]): Promise<Marked[]> {
  if (rows.length === 0) return []
  const { bind, params } = binder()
  const ids = rows.map(({ id }) => bind(id)).join(', ')
  const open = await sql.all<{ id: string }>(
    `SELECT execution_id AS id FROM turns WHERE execution_id IN (${ids}) AND status = 'running'`,
    params,
  )
  const isOpen = new Set(open.map(({ id }) => id))
  return rows.filter(({ id }) => !isOpen.has(id))
}

interface Removed {
  readonly num: number
  readonly id: string
  readonly at: number
}

async function removalFrom(sql: Sql, { num, id, at }: Removed): Promise<Statement[]> {
  const { events: joined, inHistoriesOf } = segmentsIn(sql.dialect)
  const row = await sql.getLarge<{ events: string | Uint8Array | null }>(
    `SELECT ${sql.dialect.longTextOf(joined)} AS events FROM executions e WHERE e.num = $1`,
    [num],
  )
  const events = await parsedInSlices(textOf(row?.events ?? ''))
  const bare = await mapInSlices(events, (event) => withoutValues(event, { at, sizeOf: sizeInEvents }))
  const text = (await printInSlices(bare)).slice(1, -1)
  return [
    unmark(num, TIDINESS.compact),
    {
      text: 'UPDATE executions SET secrets = NULL, error = $2, error_key = $3 WHERE num = $1',
      params: [num, ...searchText(codeOf(bare))],
    },
    {
      text: 'UPDATE journal SET count = $2, events = $3 WHERE chapter = $1 AND first = 0',
      params: [num, bare.length, text],
    },
    { text: `DELETE FROM journal WHERE ${inHistoriesOf('$1')} AND first > 0`, params: [num] },
    { text: 'DELETE FROM journal_chapters WHERE num = $1', params: [num] },
    {
      text: `DELETE FROM large_values WHERE hash IN (SELECT u.hash FROM large_value_uses u WHERE u.num = $1)
        AND NOT EXISTS (SELECT 1 FROM large_value_uses u WHERE u.hash = large_values.hash AND u.num <> $1)`,
      params: [num],
    },
    { text: 'DELETE FROM large_value_uses WHERE num = $1', params: [num] },
    { text: 'DELETE FROM interrupts WHERE execution_id = $1', params: [id] },
    { text: 'DELETE FROM memory_owners WHERE execution_id = $1', params: [id] },
    { text: 'DELETE FROM engine_calls WHERE execution_id = $1 AND replied_at IS NOT NULL', params: [id] },
    // The inputs of steps; workers remove them too, but all of them may be stopped.
    { text: 'DELETE FROM offered_steps WHERE execution_id = $1', params: [id] },
  ]
}

function unmark(num: number, tidiness: number): Statement {
  const text = `UPDATE executions SET is_compact = $2 WHERE num = $1 AND is_compact = ${TIDINESS.withValues}`
  return { text, params: [num, tidiness], mustChange: true }
}

/** The code of the failure, which lists show in place of the message. */
function codeOf(events: readonly ExecutionEvent[]): string | undefined {
  const last = events.at(-1)
  return last?.type === 'finished' ? last.failure?.code : undefined
}
