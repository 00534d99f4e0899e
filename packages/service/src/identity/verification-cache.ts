/** A small, short memory of what was just verified, so that a busy caller costs no look-up a request. */
import type { Clock } from '../platform/ports.ts'

export interface ShortMemory<T> {
  get(key: string): T | undefined
  /** Taken before a look-up starts and handed to `set`. */
  mark(): number
  /** Does nothing if something was forgotten since the mark: the look-up may have seen what is now revoked. */
  set(key: string, value: T, mark: number): void
  /** Forgets at once: a revoked credential must not live on here. */
  forget(matches: (value: T) => boolean): void
}

/** Entries live `lifeMs`, at most `most` of them; the oldest go first. */
export function shortMemory<T>(clock: Clock, lifeMs: number, most = 10_000): ShortMemory<T> {
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
