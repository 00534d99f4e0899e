/** Reads the newest events of histories, for processes that follow executions of other processes. */
import type { HistoryEnd, HistoryTails } from '../cluster-store.ts'
import { binder, isStorable, type Sql } from '../sql.ts'
import { textOf } from '../workflow-rows.ts'
import { eventsOf } from './event-text.ts'
import { largeValues } from './large-values.ts'
import { segmentsIn } from './segments.ts'
import { isFinalStatusNumber } from './statuses.ts'

/** Executions that are looked up with one statement. */
const MANY = 200

export function historyTails(sql: Sql): HistoryTails {
  const valuesOf = largeValues(sql)
  const segments = segmentsIn(sql.dialect)

  const endsOf = async (ids: readonly string[]) => {
    const { bind, params } = binder()
    const rows = await sql.all<{ id: string; status: number; length: number }>(
      `SELECT e.id, e.status, ${segments.length} AS length FROM executions e WHERE e.id IN (${ids.map(bind).join(', ')})`,
      params,
    )
    return rows.map(({ id, status, length }) => [id, { length, isOver: isFinalStatusNumber(status) }] as const)
  }

  return {
    async ends(ids) {
      const storable = ids.filter(isStorable)
      const ends: (readonly [string, HistoryEnd])[] = []
      for (let at = 0; at < storable.length; at += MANY) ends.push(...(await endsOf(storable.slice(at, at + MANY))))
      return new Map(ends)
    },

    async after(id, length) {
      if (!isStorable(id)) return undefined
      // An entry may begin before the requested event: a finished history is compacted.
      const rows = await sql.all<{ first: number | null; events: string | Uint8Array | null }>(
        `SELECT j.first, j.events FROM executions e LEFT JOIN journal j
          ON ${segments.inHistory} AND j.first + j.count > $2
        WHERE e.id = $1 ORDER BY j.first`,
        [id, length],
      )
      const [oldest] = rows
      if (oldest === undefined) return undefined
      if (oldest.first === null) return []
      const texts = rows.flatMap(({ events }) => (events === null ? [] : [textOf(events)]))
      return (await eventsOf(texts.join(','), valuesOf)).slice(Math.max(0, length - oldest.first))
    },
  }
}
