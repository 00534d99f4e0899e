/** A small cache of recently verified credentials, so that a busy caller does not cost a look-up per request. */
import type { Clock } from '../platform/ports.ts'

export interface VerificationCache<T> {
  get(key: string): T | undefined
  /** Call it before a look-up and pass the result to `set`. */
  mark(): number
  /** Does nothing if an entry was removed since the mark: the look-up may have read a credential that is now revoked. */
  set(key: string, value: T, mark: number): void
  /** Removes entries immediately: a revoked credential must not stay valid here. */
  forget(matches: (value: T) => boolean): void
}

/** Entries live `lifeMs`; there are at most `most` of them, and the oldest are dropped first. */
export function verificationCache<T>(clock: Clock, lifeMs: number, most = 10_000): VerificationCache<T> {
  const entries = new Map<string, { readonly value: T; readonly until: number }>()
  let forgotten = 0
  return {
    get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.until > clock.now()) return entry.value
      entries.delete(key)
      return undefined
    },
    mark: () => forgotten,
    set(key, value, mark) {
      if (mark !== forgotten) return
      const oldest = entries.size >= most ? entries.keys().next().value : undefined
      if (oldest !== undefined) entries.delete(oldest)
      entries.set(key, { value, until: clock.now() + lifeMs })
    },
    forget(matches) {
      forgotten++
      for (const [key, entry] of entries) if (matches(entry.value)) entries.delete(key)
    },
  }
}
