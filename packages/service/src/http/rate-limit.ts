/**
 * Limits requests per caller and minute. Reads and writes are counted separately so that polling never blocks a save. A
 * window starts with the first request of a caller and has a fixed length, so a caller that keeps sending is accepted
 * again after it.
 */
import { Problem } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { Clock } from '../platform/ports.ts'
import type { Exchange } from './exchange.ts'

/** Counts a request; throws RATE_LIMITED if there are too many. */
export type Limiter = (exchange: Exchange, caller: Caller) => void

const WINDOW_MS = 60_000
/** Maximum number of tracked callers; beyond it the least recently seen one is dropped. */
const MAX_CALLERS = 5_000

interface Window {
  readonly start: number
  count: number
}

/** Creates a limiter; undefined if there is no limit. */
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

/** Callers without a role, including those with invalid credentials, are counted by address. */
function keyOf({ method, from }: Exchange, { role, via, id }: Caller): string {
  const kind = method === 'GET' || method === 'HEAD' ? 'read' : 'write'
  return `${role === null ? from : `${via} ${id}`} ${kind}`
}

function forgetOldest(windows: Map<string, Window>): void {
  const oldest = windows.keys().next()
  if (oldest.done !== true) windows.delete(oldest.value)
}
