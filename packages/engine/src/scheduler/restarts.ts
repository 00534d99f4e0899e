/**
 * Restarts executions that left memory because a journal write failed. They are loaded again after a wait that doubles
 * with every failure.
 */
import type { Clock, Journal } from '../ports.ts'

const FIRST_WAIT_MS = 500
const MAX_WAIT_MS = 60_000

export interface RestartNeeds {
  readonly journal: Pick<Journal, 'load'>
  readonly clock: Clock
  /** Called for every failure. */
  readonly onFault?: (execution: string, error: unknown) => void
  /** Called with the executions, each with the number of its published events, if known. */
  readonly restart: (failed: ReadonlyMap<string, number | undefined>) => void
}

export class Restarts {
  readonly #needs: RestartNeeds
  #failed = new Map<string, number | undefined>()
  #waitMs = FIRST_WAIT_MS
  #cancelTimer: (() => void) | undefined
  #isClosed = false

  constructor(needs: RestartNeeds) {
    this.#needs = needs
  }

  /** An empty id means work that does not belong to one execution. */
  add(id: string, error: unknown, published?: number): void {
    void this.#isDeleted(id).then((isDeleted) => {
      if (isDeleted || this.#isClosed) return
      this.#needs.onFault?.(id, error)
      if (id !== '') this.#failed.set(id, this.#failed.get(id) ?? published)
      const { clock } = this.#needs
      this.#cancelTimer ??= clock.at(clock.now() + this.#waitMs, () => this.#restart())
    })
  }

  /** The journal works: the next failure waits for the shortest time again. */
  reset(): void {
    this.#waitMs = FIRST_WAIT_MS
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer?.()
  }

  /** An execution that was deleted while it ran cannot be written; that is not a fault. */
  async #isDeleted(id: string): Promise<boolean> {
    if (id === '') return false
    return this.#needs.journal.load(id).then(
      (stored) => stored === undefined,
      () => false,
    )
  }

  #restart(): void {
    this.#cancelTimer = undefined
    this.#waitMs = Math.min(this.#waitMs * 2, MAX_WAIT_MS)
    const failed = this.#failed
    this.#failed = new Map()
    this.#needs.restart(failed)
  }
}
