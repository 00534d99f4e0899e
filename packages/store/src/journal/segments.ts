/**
 * Splits histories into segments (column `chapter`, table `journal_chapters`). SQLite writes whole pages: with an index
 * by execution, 100 executions that append one event each touch 100 pages, 4 KB of disk for 100 bytes of events. So a
 * history continues in a new segment after some rows, and the segments in use are always neighbours in the index, on a
 * few pages. This halves the time of an append when 100 long histories grow at once.
 *
 * The first segment has the number of its execution; most executions need no other. Later segments are numbered
 * downwards from -1, so the newest is at the front of the index. Postgres writes rows and uses the first segment only.
 */

export const SEGMENT_ROWS = 32

/** A query for the segments of the executions that `nums` selects. */
export const segmentsOf = (nums: string) => `SELECT c.chapter FROM journal_chapters c WHERE c.num IN (${nums})`

/** A condition on the column `chapter`: rows of these executions. */
export function inHistoriesOf(nums: string): string {
  return `(chapter IN (${nums}) OR chapter IN (${segmentsOf(nums)}))`
}

/** An expression: the events of the execution `e`, in order, separated by commas. */
export const EVENTS = `(SELECT string_agg(entries.events, ',') FROM (
  SELECT j.events FROM journal j
  WHERE j.chapter IN (SELECT e.num UNION ALL ${segmentsOf('e.num')}) ORDER BY j.first
) AS entries)`

/** An expression: the newest segment of the execution `e`. */
export const NEWEST_SEGMENT = '(SELECT coalesce(min(c.chapter), e.num) FROM journal_chapters c WHERE c.num = e.num)'

/** A condition: the execution `e` has more events than `count`. */
export const hasMoreEventsThan = (count: number) =>
  `EXISTS (SELECT 1 FROM journal j WHERE j.chapter = ${NEWEST_SEGMENT} AND j.first + j.count > ${count})`

/** An expression: the number of events of the execution `e`. */
export const LENGTH = `coalesce((SELECT j.first + j.count FROM journal j WHERE j.chapter = ${NEWEST_SEGMENT}
  ORDER BY j.first DESC LIMIT 1), 0)`
