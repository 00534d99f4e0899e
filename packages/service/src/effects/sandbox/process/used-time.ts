/**
 * Time limits of calls, in CPU time. On a busy machine a short call may take long by the wall clock without running; only
 * the CPU time counts.
 */

/** CPU time of this thread in milliseconds; of the whole process on Node.js before 23.9. */
export function usedMs(): number {
  const { user, system } = typeof process.threadCpuUsage === 'function' ? process.threadCpuUsage() : process.cpuUsage()
  return (user + system) / 1000
}

export interface Attempt {
  /** CPU time that the call may use. */
  readonly allowedMs: number
  /** Wall-clock limit of the last attempt, and the CPU time it used. */
  readonly clockMs: number
  readonly usedMs: number
  /** Wall-clock time and CPU time of all attempts. */
  readonly totalClockMs: number
  readonly totalUsedMs: number
}

/** An attempt that has used this part of its time is not repeated. */
const HAD = 0.8
/** All attempts together may use this multiple of the time limit. */
const MAX_USED = 2
/** The wall-clock limit of all attempts is this multiple of the time limit, and at least a minute. */
const MAX_CLOCK_FACTOR = 12
const MIN_CLOCK_MS = 60_000

/** Maximum wall-clock time of a call. */
export function maxClockMs(allowedMs: number): number {
  return Math.max(MIN_CLOCK_MS, allowedMs * MAX_CLOCK_FACTOR)
}

/** The wall-clock limit of the next attempt after one was stopped; undefined if the call has used its time. */
export function nextClockMs(attempt: Attempt): number | undefined {
  const { allowedMs, clockMs, usedMs, totalClockMs, totalUsedMs } = attempt
  const left = maxClockMs(allowedMs) - totalClockMs
  if (usedMs >= allowedMs * HAD || totalUsedMs >= allowedMs * MAX_USED || left < 1) return undefined
  // As slow as the machine was in the last attempt, doubled.
  const slowness = clockMs / Math.max(1, usedMs)
  return Math.max(1, Math.trunc(Math.min(left, allowedMs * slowness * 2)))
}
