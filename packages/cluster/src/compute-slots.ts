/** How many heavy steps a worker computes at a time. Steps of its own executions go before those of other workers. */
import { Slots } from './slots.ts'

export class ComputeSlots {
  readonly #slots: Slots
  /** Called when a slot is free that no own step waits for. */
  readonly #onFree: () => void
  #inUse = 0

  constructor(max: number, onFree: () => void) {
    this.#slots = new Slots({ max, inUse: () => this.#inUse })
    this.#onFree = onFree
  }

  /** Resolves with true when this caller has a slot, and with false if the wait was ended. Queues take turns. */
  async acquire(queue: string, signal: AbortSignal): Promise<boolean> {
    const isGranted = await this.#slots.acquire(queue, { isUrgent: false, signal })
    if (isGranted) {
      this.#inUse++
      this.#slots.entered()
    }
    return isGranted
  }

  /** True if a slot is free and no own step waits for it. */
  get hasFree(): boolean {
    return this.#slots.hasFree
  }

  /** Takes a slot for the step of another worker. There may be one too many: an own step may have begun meanwhile. */
  take(): void {
    this.#inUse++
  }

  release(): void {
    this.#inUse--
    this.#slots.check()
    if (this.#slots.hasFree) this.#onFree()
  }

  /** Ends all waits. */
  close(): void {
    this.#slots.close()
  }
}
