/**
 * Caches plans by the SHA-256 of their JSON. All executions of one workflow version share a plan: it is printed and
 * hashed once, stored once, and read and parsed once while it is in use.
 */

import { createHash } from 'node:crypto'
import { completedPlan, type Plan, parseInSlices, printInSlices } from '@millrace/model'
import { hashInSlices } from '../sliced-hash.ts'
import type { PlanText } from './changes.ts'

/** The total size of cached plans, in characters of JSON. */
const MAX_KEPT = 16 * 1024 * 1024
const MAX_STORED = 10_000
/** A plan may have everything that a document had when it was stored. */
const ANYTHING = { depth: Number.POSITIVE_INFINITY, keys: Number.POSITIVE_INFINITY, allowsProto: true }
/** Plans with at most this many nodes are printed in one go. */
const PRINTED_AT_ONCE = 500

export class Plans {
  /** Printed plans; the text is dropped once it is stored. */
  readonly #printed = new WeakMap<Plan, PlanText>()
  readonly #stored = new Set<string>()
  /** Plans that were read, least recently used first. */
  readonly #kept = new Map<string, { readonly plan: Plan; readonly size: number }>()
  #keptSize = 0

  /** A plan to write; without its text if the plan is known to be stored. */
  shortest(plan: Plan): PlanText | Promise<PlanText> {
    const printed = this.#printed.get(plan) ?? this.whole(plan)
    return printed instanceof Promise
      ? printed.then((text) => this.#shortened(plan, text))
      : this.#shortened(plan, printed)
  }

  #shortened(plan: Plan, printed: PlanText): PlanText | Promise<PlanText> {
    const { hash } = printed
    if (!this.#stored.has(hash)) return printed.text === undefined ? this.whole(plan) : printed
    if (printed.text !== undefined) this.#printed.set(plan, { hash })
    return { hash }
  }

  /** A plan to write, with its text. Synchronous, which keeps writes in order, unless the plan is large. */
  whole(plan: Plan): PlanText | Promise<PlanText> {
    if (plan.nodes.length > PRINTED_AT_ONCE) return this.#wholeInSlices(plan)
    const text = JSON.stringify(plan)
    return this.#notePrinted(plan, text, createHash('sha256').update(text).digest('hex'))
  }

  async #wholeInSlices(plan: Plan): Promise<PlanText> {
    const text = await printInSlices(plan)
    return this.#notePrinted(plan, text, this.#printed.get(plan)?.hash ?? (await hashInSlices(text)))
  }

  #notePrinted(plan: Plan, text: string, hash: string): PlanText {
    const printed = { hash, text }
    this.#printed.set(plan, printed)
    return printed
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

  /** Parses and caches a plan that was read. */
  async keep(hash: string, text: string): Promise<Plan> {
    const plan = completedPlan((await parseInSlices(text, ANYTHING)) as Plan)
    this.#printed.set(plan, { hash })
    this.#keptSize += text.length - (this.#kept.get(hash)?.size ?? 0)
    this.#kept.set(hash, { plan, size: text.length })
    for (const [oldest, { size }] of this.#kept) {
      if (this.#keptSize <= MAX_KEPT) break
      this.#kept.delete(oldest)
      this.#keptSize -= size
    }
    return plan
  }
}
