/**
 * Plans by the SHA-256 of their JSON. A thousand executions of one workflow have one plan: it is printed and hashed
 * once, stored once, and read and parsed once as long as it is in use.
 */
import { createHash } from 'node:crypto'
import type { Plan } from '@millrace/model'
import type { PlanText } from './changes.ts'

/** Characters of JSON whose plans are kept in memory. */
const MAX_KEPT = 16 * 1024 * 1024
const MAX_STORED = 10_000

export class Plans {
  readonly #hashes = new WeakMap<Plan, string>()
  /** Those that were used last come last. */
  readonly #kept = new Map<string, { readonly plan: Plan; readonly size: number }>()
  #size = 0
  readonly #stored = new Set<string>()

  /** A plan for writing: without its text, if it was stored when we last looked. */
  shortest(plan: Plan): PlanText {
    const hash = this.#hashes.get(plan)
    return hash !== undefined && this.#stored.has(hash) ? { hash } : this.whole(plan)
  }

  whole(plan: Plan): Required<PlanText> {
    const text = JSON.stringify(plan)
    const hash = this.#hashes.get(plan) ?? createHash('sha256').update(text).digest('hex')
    this.#hashes.set(plan, hash)
    return { hash, text }
  }

  noteStored(hash: string): void {
    if (this.#stored.size >= MAX_STORED) this.#stored.clear()
    this.#stored.add(hash)
  }

  get(hash: string): Plan | undefined {
    const found = this.#kept.get(hash)
    if (found === undefined) return undefined
    this.#kept.delete(hash)
    this.#kept.set(hash, found)
    return found.plan
  }

  /** Takes a plan as it was read. */
  keep(hash: string, text: string): Plan {
    const plan = JSON.parse(text) as Plan
    this.#hashes.set(plan, hash)
    this.#kept.set(hash, { plan, size: text.length })
    this.#size += text.length
    for (const [oldest, { size }] of this.#kept) {
      if (this.#size <= MAX_KEPT) break
      this.#kept.delete(oldest)
      this.#size -= size
    }
    return plan
  }
}
