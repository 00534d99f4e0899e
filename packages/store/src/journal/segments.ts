/**
 * Splits histories into segments (column `chapter`, table `journal_chapters`). SQLite writes whole pages: with an index
 * by execution, 100 executions that append one event each touch 100 pages, 4 KB of disk for 100 bytes of events. So a
 * history continues in a new segment after some rows, and the segments in use are always neighbours in the index, on a
 * few pages. This halves the time of an append when 100 long histories grow at once.
 *
 * The first segment has the number of its execution; most executions need no other. Later segments are numbered
 * downwards from -1, so the newest is at the front of the index. Postgres writes rows and uses the first segment only.
 */

import type { Dialect } from '../sql.ts'

export const SEGMENT_ROWS = 32

type Name = Dialect['name']

/** A query for the segments of the executions that `nums` selects. */
const segmentsOf = (nums: string) => `SELECT c.chapter FROM journal_chapters c WHERE c.num IN (${nums})`

/** A condition on the column `chapter`: rows of these executions. */
const IN_HISTORIES: Record<Name, (nums: string) => string> = {
  sqlite: (nums) => `(chapter IN (${nums}) OR chapter IN (${segmentsOf(nums)}))`,
  postgres: (nums) => `chapter IN (${nums})`,
}

/** A condition on rows `j` of the journal: those of the execution `e`. SQLite uses the index for this form only. */
const IN_HISTORY: Record<Name, string> = {
  sqlite: `j.chapter IN (SELECT e.num UNION ALL ${segmentsOf('e.num')})`,
  postgres: 'j.chapter = e.num',
}

/** An expression: the newest segment of the execution `e`. */
const NEWEST: Record<Name, string> = {
  sqlite: '(SELECT coalesce(min(c.chapter), e.num) FROM journal_chapters c WHERE c.num = e.num)',
  postgres: 'e.num',
}

export interface Segments {
  /** An expression: the newest segment of the execution `e`. */
  readonly newest: string
  /** An expression: the number of events of the execution `e`. */
  readonly length: string
  /** An expression: the events of the execution `e`, in order, separated by commas. */
  readonly events: string
  /** A condition on rows `j` of the journal: those of the execution `e`. */
  readonly inHistory: string
  /** A condition on the column `chapter`: rows of these executions. */
  inHistoriesOf(nums: string): string
  /** A condition: the execution `e` has more events than `count`. */
  hasMoreEventsThan(count: number): string
}

/** Postgres gets the simple form: it plans the other one as a scan of all histories while it has no statistics. */
export function segmentsIn({ name }: Pick<Dialect, 'name'>): Segments {
  const newest = NEWEST[name]
  const inHistory = IN_HISTORY[name]
  return {
    newest,
    length: `coalesce((SELECT j.first + j.count FROM journal j WHERE j.chapter = ${newest}
      ORDER BY j.first DESC LIMIT 1), 0)`,
    events: `(SELECT string_agg(entries.events, ',') FROM (
      SELECT j.events FROM journal j WHERE ${inHistory} ORDER BY j.first
    ) AS entries)`,
    inHistory,
    inHistoriesOf: IN_HISTORIES[name],
    hasMoreEventsThan: (count) =>
      `EXISTS (SELECT 1 FROM journal j WHERE j.chapter = ${newest} AND j.first + j.count > ${count})`,
  }
}
