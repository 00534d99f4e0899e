/**
 * Answers for workflows that are read again and again, encoded once. Keyed by revision, so nothing here is ever stale:
 * a save makes a new key, and the old one falls out in its turn. Bounded by bytes.
 */
import { type EncodedEnvelope, encodedEnvelope } from '../../http/reply.ts'

const MAX_BYTES = 32 * 1024 * 1024

export class EncodedWorkflows {
  readonly #kept = new Map<string, EncodedEnvelope>()
  #bytes = 0

  /** The answer for a revision, if it is still there. */
  get(id: string, revision: number): EncodedEnvelope | undefined {
    const key = `${id}:${revision}`
    const found = this.#kept.get(key)
    if (found === undefined) return undefined
    // Used last, dropped last.
    this.#kept.delete(key)
    this.#kept.set(key, found)
    return found
  }

  /** Encodes and keeps the answer for a revision. */
  add(id: string, revision: number, { document, message }: { document: string; message: string }): EncodedEnvelope {
    const key = `${id}:${revision}`
    const made = encodedEnvelope(document, message)
    if (made.body.byteLength > MAX_BYTES || this.#kept.has(key)) return made
    this.#kept.set(key, made)
    this.#bytes += made.body.byteLength
    for (const [oldest, { body }] of this.#kept) {
      if (this.#bytes <= MAX_BYTES) break
      this.#kept.delete(oldest)
      this.#bytes -= body.byteLength
    }
    return made
  }
}
