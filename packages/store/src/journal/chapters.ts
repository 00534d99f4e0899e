/**
 * Histories in chapters. SQLite writes whole pages: with an index by execution, 100 executions that each add one event
 * touch 100 pages of it, 4 KB of disk for 100 bytes of news. So after some rows a history goes on in a new chapter, and
 * the chapters that are being written are always neighbours in the index, on a few pages: half the time for an append
 * when 100 long histories grow at once.
 *
 * The first chapter has the number of its execution, which is all that most of them need. Later ones are numbered
 * downwards from -1, the newest at the front of the index. Postgres, which writes rows, leaves everything in the first.
 */

export const CHAPTER_ROWS = 32

/** The chapters of executions, as a query; `nums` selects them. */
const chaptersOf = (nums: string) => `SELECT c.chapter FROM journal_chapters c WHERE c.num IN (${nums})`

/** A condition on the column `chapter`: the rows of these executions. */
export function inHistoriesOf(nums: string): string {
  return `(chapter IN (${nums}) OR chapter IN (${chaptersOf(nums)}))`
}

/** An expression: the events of the execution `e`, in order, with commas between them. */
export const EVENTS = `(SELECT string_agg(entries.events, ',') FROM (
  SELECT j.events FROM journal j
  WHERE j.chapter IN (SELECT e.num UNION ALL ${chaptersOf('e.num')}) ORDER BY j.first
) AS entries)`

/** An expression: the newest chapter of the execution `e`. */
export const CHAPTER = '(SELECT coalesce(min(c.chapter), e.num) FROM journal_chapters c WHERE c.num = e.num)'

/** A condition: the execution `e` has more events than this. */
export const hasMoreEventsThan = (count: number) =>
  `EXISTS (SELECT 1 FROM journal j WHERE j.chapter = ${CHAPTER} AND j.first + j.count > ${count})`

/** An expression: how many events the execution `e` has. */
export const LENGTH = `coalesce((SELECT j.first + j.count FROM journal j WHERE j.chapter = ${CHAPTER}
  ORDER BY j.first DESC LIMIT 1), 0)`
