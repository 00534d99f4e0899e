/** The times of a cron expression in a time zone. The only file that imports the cron library. */
import type { ScheduleProblem } from '@millrace/model'
import { Cron } from 'croner'

/** A cron expression and its time zone. */
export interface CronSchedule {
  readonly cron: string
  readonly timezone: string
}

const SECOND_MS = 1000

function parsed({ cron, timezone }: CronSchedule): Cron {
  // Printable ASCII only, so that every schedule that fires can also be stored.
  if (!/^[\x20-\x7e\t]+$/.test(cron + timezone)) throw new Error('it contains characters that are not valid in cron')
  return new Cron(cron, { timezone, paused: true, mode: '5-or-6-parts' })
}

/** The problem of an expression or its time zone; undefined if there is none. */
export function cronProblem(schedule: CronSchedule): ScheduleProblem | undefined {
  try {
    parsed(schedule).nextRun(new Date(0))
    return undefined
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    if (/timezone/i.test(text)) return { key: 'timezone', message: 'there is no such time zone' }
    return { key: 'cron', message: text.replace(/^CronPattern: /, '').replace(/\.$/, '') }
  }
}

/** The first time after a moment; null if there is none. Throws if the expression has a problem. */
export function nextTime(schedule: CronSchedule, after: number): number | null {
  const next = parsed(schedule).nextRun(new Date(after))?.getTime() ?? null
  // Never return `after` itself, however the library rounds, or the schedule would fire forever.
  if (next === null || next > after) return next
  return (
    parsed(schedule)
      .nextRun(new Date(after + SECOND_MS))
      ?.getTime() ?? null
  )
}

/** The first times after a moment, as they would fire one after the other. */
export function nextTimes(schedule: CronSchedule, after: number, count: number): number[] {
  return parsed(schedule)
    .nextRuns(count + 1, new Date(after))
    .map((time) => time.getTime())
    .filter((time) => time > after)
    .slice(0, count)
}

/** The last time at or before a moment; null if there is none. */
export function latestTime(schedule: CronSchedule, now: number): number | null {
  const nextSecond = Math.floor(now / SECOND_MS) * SECOND_MS + SECOND_MS
  return parsed(schedule).previousRuns(1, new Date(nextSecond))[0]?.getTime() ?? null
}
