/** The times of a cron line in a time zone. The only file that knows the library. */
import type { ScheduleProblem } from '@millrace/model'
import { Cron } from 'croner'

/** A line and the zone it is meant in. */
export interface CronLine {
  readonly cron: string
  readonly timezone: string
}

const SECOND_MS = 1000

function parsed({ cron, timezone }: CronLine): Cron {
  // Printable ASCII and nothing else, so that what fires can also be stored.
  if (!/^[\x20-\x7e\t]+$/.test(cron + timezone)) throw new Error('it has characters that no cron line has')
  return new Cron(cron, { timezone, paused: true, mode: '5-or-6-parts' })
}

/** What is wrong with a line or its zone, if anything. */
export function cronProblem(line: CronLine): ScheduleProblem | undefined {
  try {
    parsed(line).nextRun(new Date(0))
    return undefined
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (/timezone/i.test(text)) return { key: 'timezone', message: 'there is no such time zone' }
    return { key: 'cron', message: text.replace(/^CronPattern: /, '').replace(/\.$/, '') }
  }
}

/** The first time after a moment; null when there is none. Fails on a line with a problem. */
export function nextTime(line: CronLine, after: number): number | null {
  const next = parsed(line).nextRun(new Date(after))?.getTime() ?? null
  // Progress must not depend on how the library rounds, or one time would be due for ever.
  if (next === null || next > after) return next
  return (
    parsed(line)
      .nextRun(new Date(after + SECOND_MS))
      ?.getTime() ?? null
  )
}

/** The last time that is not after a moment; null when there is none. */
export function latestTime(line: CronLine, now: number): number | null {
  const nextSecond = Math.floor(now / SECOND_MS) * SECOND_MS + SECOND_MS
  return parsed(line).previousRuns(1, new Date(nextSecond))[0]?.getTime() ?? null
}
