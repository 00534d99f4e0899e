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

  constructor(needs: QueueLimitNeeds) {
    this.#needs = needs
  }

  /** Throws if the queue is full. Far below the limit it does not count for every start, which takes five queries. */
  async check(): Promise<void> {
    const { store, now, maxWaiting } = this.#needs
    this.#started += 1
    const isFresh = now() - this.#countedAt < FRESH_MS
    if (isFresh && this.#pending + this.#started < maxWaiting / 2) return
    this.#started = 1
    const { pending } = await store.counts()
    this.#pending = pending
    this.#countedAt = now()
    if (pending >= maxWaiting) throw new Problem('TOO_MANY_EXECUTIONS', { retryAfterSeconds: 5 })
  }
}
