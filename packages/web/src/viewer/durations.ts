/** Durations and their formatting. */
import type { Job } from '@millrace/model'
import type { Texts } from '../i18n/texts.ts'

type Timed = Pick<Job, 'started' | 'completed' | 'execution_time'> & { readonly execution_time_us?: number }

/** Duration in milliseconds; for a running job up to `nowMs`, if given. */
export function durationOf(job: Timed, nowMs?: number): number | undefined {
  if (job.execution_time_us !== undefined) return job.execution_time_us / 1000
  if (job.execution_time !== undefined) return job.execution_time
  if (job.started === undefined) return undefined
  const end = job.completed === undefined ? nowMs : Date.parse(job.completed)
  return end === undefined ? undefined : Math.max(0, end - Date.parse(job.started))
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** `0.4 ms`, `320 ms`, `4.2 s`, `2 min 5 s`, `3 h 20 min`, `2 d 4 h`. */
export function durationText(ms: number, t: Texts): string {
  const { milliseconds, seconds, minutes, hours, days } = t.time
  if (ms < 1) return `${ms === 0 ? '0' : tenths(ms, t)} ${milliseconds}`
  if (ms < SECOND) return `${Math.round(ms)} ${milliseconds}`
  if (ms < MINUTE) return `${tenths(Math.floor(ms / 100) / 10, t)} ${seconds}`
  if (ms < HOUR) return pair(ms, [MINUTE, minutes], [SECOND, seconds])
  if (ms < DAY) return pair(ms, [HOUR, hours], [MINUTE, minutes])
  return pair(ms, [DAY, days], [HOUR, hours])
}

function tenths(value: number, t: Texts): string {
  return value.toLocaleString(t.locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
}

function pair(ms: number, [big, bigName]: [number, string], [small, smallName]: [number, string]): string {
  const rest = Math.floor((ms % big) / small)
  return `${Math.floor(ms / big)} ${bigName}${rest === 0 ? '' : ` ${rest} ${smallName}`}`
}
