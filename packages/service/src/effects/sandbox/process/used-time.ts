/**
 * Time limits of calls, in processing time. On a busy machine a short call may be on the clock for long without having
 * run; only what it has used counts.
 */

/** Milliseconds of processing time that this thread has used; of the whole process where Node cannot tell (before 23.9). */
export function usedMs(): number {
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage()
  return (user + system) / 1000
}

export interface Attempt {
  /** What the call may use. */
  readonly allowedMs: number
  /** How long the last attempt was let run, by the clock, and what it used of that. */
  readonly clockMs: number
  readonly usedMs: number
  /** What all attempts took by the clock, and used. */
  readonly totalClockMs: number
  readonly totalUsedMs: number
}

/** An attempt that has used this part of its time has had it. */
const HAD = 0.8
/** All attempts together may use this many times what one may. */
const MAX_USED = 2
/** The clock may run for this many times the time allowed, and for a minute in any case. */
const MAX_CLOCK_FACTOR = 12
const MIN_CLOCK_MS = 60_000

/** Longest time by the clock for a call, however busy the machine is. */
export function maxClockMs(allowedMs: number): number {
  return Math.max(MIN_CLOCK_MS, allowedMs * MAX_CLOCK_FACTOR)
}

/** How long a call that the clock has stopped is let run next, by the clock; undefined if it has had its time. */
export function nextClockMs(attempt: Attempt): number | undefined {
  const { allowedMs, clockMs, usedMs, totalClockMs, totalUsedMs } = attempt
  const left = maxClockMs(allowedMs) - totalClockMs
  if (usedMs >= allowedMs * HAD || totalUsedMs >= allowedMs * MAX_USED || left < 1) return undefined
  // As much slower as the machine just was, and as much again.
  const slowness = clockMs / Math.max(1, usedMs)
  return Math.max(1, Math.trunc(Math.min(left, allowedMs * slowness * 2)))
}
