/** The limit of executions that wait for a slot. */
import { Problem } from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'

export interface QueueLimitNeeds {
  readonly store: Pick<ExecutionStore, 'counts'>
  readonly now: () => number
  readonly maxWaiting: number
}

/** A count is used for this long while the queue is less than half full. */
const FRESH_MS = 1_000

export class QueueLimit {
  readonly #needs: QueueLimitNeeds
  #pending = Number.POSITIVE_INFINITY
  #countedAt = Number.NEGATIVE_INFINITY
  /** Starts of this process since the count. */
  #started = 0
  #counting: Promise<void> | undefined

  constructor(needs: QueueLimitNeeds) {
    this.#needs = needs
  }

  /** Throws if the queue is full. Far below the limit it does not count for every start, which takes five queries. */
  async check(): Promise<void> {
    this.#started += 1
    if (this.#isFarBelow) return
    // Starts that arrive while another one counts wait for it: far below the limit its count is enough for all of them.
    if (this.#counting !== undefined) await this.#counting.catch(() => {})
    if (this.#isFarBelow) return
    const counting = this.#count()
    this.#counting = counting
    try {
      await counting
    } finally {
      if (this.#counting === counting) this.#counting = undefined
    }
    if (this.#pending >= this.#needs.maxWaiting) throw new Problem('TOO_MANY_EXECUTIONS', { retryAfterSeconds: 5 })
  }

  get #isFarBelow(): boolean {
    const { now, maxWaiting } = this.#needs
    return now() - this.#countedAt < FRESH_MS && this.#pending + this.#started < maxWaiting / 2
  }

  async #count(): Promise<void> {
    const { store, now } = this.#needs
    this.#started = 1
    const { pending } = await store.counts()
    this.#pending = pending
    this.#countedAt = now()
  }
}
