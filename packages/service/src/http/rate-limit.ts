/**
 * Requests per caller and minute. Reads and writes are counted separately so that polling never blocks a save. A window
 * starts with the first request of a caller and is fixed, so a caller that keeps asking is let in again after it.
 */
import { Problem } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/ports.ts'
import type { Exchange } from './exchange.ts'

/** Counts a request; throws RATE_LIMITED when there are too many. */
export type Limiter = (exchange: Exchange, caller: Caller) => void

const WINDOW_MS = 60_000
/** Callers that are remembered; beyond that the one that was not seen for the longest time is forgotten. */
const MAX_CALLERS = 5_000

interface Window {
  readonly start: number
  count: number
}

/** A limiter, or undefined if there is no limit. */
export function createLimiter(perMinute: number, clock: Pick<Clock, 'now'>): Limiter | undefined {
  if (perMinute === 0) return undefined
  const windows = new Map<string, Window>()
  return (exchange, caller) => {
    const key = keyOf(exchange, caller)
    const now = clock.now()
    const known = windows.get(key)
    const window = known !== undefined && now < known.start + WINDOW_MS ? known : { start: now, count: 0 }
    window.count++
    // Deleted first so that the map stays in the order of last use.
    windows.delete(key)
    windows.set(key, window)
    if (windows.size > MAX_CALLERS) forgetOldest(windows)
    if (window.count <= perMinute) return
    throw new Problem('RATE_LIMITED', { retryAfterSeconds: Math.ceil((window.start + WINDOW_MS - now) / 1000) })
  }
}

/** A caller without a role is known by address only; a bad credential counts there too, whatever it claims to be. */
function keyOf({ method, from }: Exchange, { role, via, id }: Caller): string {
  const kind = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  return `${role === null ? from : `${via} ${id}`} ${kind}`
}

function forgetOldest(windows: Map<string, Window>): void {
  const oldest = windows.keys().next()
  if (oldest.done !== true) windows.delete(oldest.value)
}
