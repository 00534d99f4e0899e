/**
 * Caches encoded replies that are requested often. Keys identify values that never change (a revision, a finished
 * execution), so entries are never stale. Limited in bytes; the least recently used entries are dropped first.
 */
import type { Encoded } from './reply.ts'

export class EncodedCache {
  readonly #maxBytes: number
  readonly #kept = new Map<string, Encoded>()
  #bytes = 0
  /** The key that is in last place. */
  #newest: string | undefined

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes
  }

  get(key: string): Encoded | undefined {
    const found = this.#kept.get(key)
    if (found === undefined || key === this.#newest) return found
    this.#kept.delete(key)
    this.#kept.set(key, found)
    this.#newest = key
    return found
  }

  /** Caches a reply and returns it. */
  add(key: string, answer: Encoded): Encoded {
    if (answer.body.byteLength > this.#maxBytes || this.#kept.has(key)) return answer
    this.#kept.set(key, answer)
    this.#newest = key
    this.#bytes += answer.body.byteLength
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= this.#maxBytes) break
      this.#kept.delete(oldest)
      this.#bytes -= body.byteLength
    }
    return answer
  }

  delete(key: string): void {
    const found = this.#kept.get(key)
    if (found === undefined) return
    this.#kept.delete(key)
    this.#bytes -= found.body.byteLength
  }
}
