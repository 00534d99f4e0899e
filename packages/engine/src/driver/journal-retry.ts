/**
 * Executions that the journal failed. They are taken up again from their history after a while, and after twice that, and
 * so on, until it works again.
 */
import type { Clock, Journal } from '../ports.ts'

const FIRST_RETRY_MS = 500
const MAX_RETRY_MS = 60_000

export interface DroppedNeeds {
  readonly journal: Pick<Journal, 'load'>
  readonly clock: Clock
  /** Told of every fault. */
  readonly onFault?: (execution: string, error: unknown) => void
  /** Given each execution, and how many of its events have been told of, where that is known. */
  readonly retry: (dropped: ReadonlyMap<string, number | undefined>) => void
}

export class Dropped {
  readonly #needs: DroppedNeeds
  #told = new Map<string, number | undefined>()
  #retryMs = FIRST_RETRY_MS
  #cancelRetry: (() => void) | undefined
  #isClosed = false

  constructor(needs: DroppedNeeds) {
    this.#needs = needs
  }

  /** An empty id stands for work that is no single execution's. */
  add(id: string, error: unknown, told?: number): void {
    void this.#isGone(id).then((isGone) => {
      if (isGone || this.#isClosed) return
      this.#needs.onFault?.(id, error)
      if (id !== '') this.#told.set(id, this.#told.get(id) ?? told)
      const { clock } = this.#needs
      this.#cancelRetry ??= clock.at(clock.now() + this.#retryMs, () => this.#retry())
    })
  }

  /** The journal works. */
  calm(): void {
    this.#retryMs = FIRST_RETRY_MS
  }

  close(): void {
    this.#isClosed = true
    this.#cancelRetry?.()
  }

  /** What was deleted while it ran can be written no more, and that is no fault. */
  async #isGone(id: string): Promise<boolean> {
    if (id === '') return false
    return this.#needs.journal.load(id).then(
      (stored) => stored === undefined,
      () => false,
    )
  }

  #retry(): void {
    this.#cancelRetry = undefined
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS)
    const dropped = this.#told
    this.#told = new Map()
    this.#needs.retry(dropped)
  }
}
