/** Formats times for display. */
import type { Texts } from '../i18n/texts.ts'
import { clockText } from '../ui/date-time-text.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Remaining time, less precise the longer it is: `0:42`, `12 min`, `3 h 5 min`, `4 days`. */
export function timeLeft(ms: number, t: Texts): string {
  if (ms < 10 * MINUTE_MS) {
    const seconds = Math.max(0, Math.ceil(ms / 1000))
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  }
  if (ms < HOUR_MS) return `${Math.round(ms / MINUTE_MS)} ${t.time.minutes}`
  if (ms < DAY_MS) {
    const minutes = Math.floor((ms % HOUR_MS) / MINUTE_MS)
    return `${Math.floor(ms / HOUR_MS)} ${t.time.hours} ${minutes} ${t.time.minutes}`
  }
  return t.time.daysLeft(Math.round(ms / DAY_MS))
}

/** Time until the text of `timeLeft` changes; a timer need not run more often. */
export function nextTickMs(leftMs: number): number {
  return leftMs < 10 * MINUTE_MS + 1000 ? 1000 : 20_000
}

const DAY = { day: 'numeric', month: 'short' } as const

/** The time of day, with the date unless it is today. */
export function shortMomentText(iso: string, now: number, t: Texts): string {
  return isSameDay(iso, now)
    ? clockText(iso, t)
    : `${new Date(iso).toLocaleDateString(t.locale, DAY)}, ${clockText(iso, t)}`
}

export function dayText(iso: string, t: Texts): string {
  return new Date(iso).toLocaleDateString(t.locale, { weekday: 'long', day: 'numeric', month: 'long' })
}

export function isSameDay(iso: string, other: string | number): boolean {
  return new Date(iso).toDateString() === new Date(other).toDateString()
}
