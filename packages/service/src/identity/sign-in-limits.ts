/**
 * Limits wrong passwords per account and per address of the client. Every attempt counts until its password was right, so
 * that parallel attempts cannot exceed the limit. Unknown accounts are counted too: the limit must not reveal which exist.
 */
import { isIPv6 } from 'node:net'
import { Problem } from '@millrace/model'
import type { Clock } from '../platform/ports.ts'

export const MAX_WRONG_PER_ACCOUNT = 10
export const MAX_WRONG_PER_ADDRESS = 50
export const WRONG_WINDOW_MS = 15 * 60_000
/** Maximum number of tracked accounts and addresses; beyond it the oldest is dropped. */
const MAX_TRACKED = 10_000

interface Window {
  readonly start: number
  count: number
}

export interface SignInLimits {
  /** Counts an attempt; throws RATE_LIMITED if there are too many. Call the returned function if it was right. */
  attempt(account: string, address: string): () => void
}

export function createSignInLimits(clock: Clock): SignInLimits {
  const windows = new Map<string, Window>()

  function windowOf(key: string, now: number): Window {
    const known = windows.get(key)
    if (known !== undefined && now < known.start + WRONG_WINDOW_MS) return known
    const fresh = { start: now, count: 0 }
    windows.delete(key)
    windows.set(key, fresh)
    const oldest = windows.size > MAX_TRACKED ? windows.keys().next().value : undefined
    if (oldest !== undefined) windows.delete(oldest)
    return fresh
  }

  return {
    attempt(account, address) {
      const now = clock.now()
      const counted = [
        { window: windowOf(`account:${account}`, now), most: MAX_WRONG_PER_ACCOUNT },
        { window: windowOf(`address:${networkOf(address)}`, now), most: MAX_WRONG_PER_ADDRESS },
      ]
      const full = counted.find(({ window, most }) => window.count >= most)
      if (full !== undefined) {
        const retryAfterSeconds = Math.ceil((full.window.start + WRONG_WINDOW_MS - now) / 1000)
        throw new Problem('RATE_LIMITED', { message: 'Too many wrong passwords; try again later.', retryAfterSeconds })
      }
      for (const { window } of counted) window.count += 1
      return () => {
        for (const { window } of counted) window.count -= 1
      }
    },
  }
}

/** One client usually has a whole /64 of IPv6, and could use a new address for every attempt. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  // The URL parser writes every address in one way; only the zone of a link-local one is not allowed there.
  const { hostname } = new URL(`http://[${address.replace(/%.*/, '')}]`)
  const [head = [], tail = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  const zeros = Array<string>(8 - head.length - tail.length).fill('0')
  return [...head, ...zeros, ...tail].slice(0, 4).join(':')
}
