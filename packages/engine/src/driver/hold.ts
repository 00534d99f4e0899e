/** Keeps a batch open while its next events are computed, for a limited time. */
import { nextTurn } from '@millrace/model'
import type { Clock } from '../ports.ts'

export class Hold {
  readonly #clock: Clock
  #settle: ((hasArrived: boolean) => void) | undefined

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Resolves with true when an event arrives; with false at the given time, or when the batch has to be written. */
  next(until: number): Promise<boolean> {
    return new Promise((resolve) => {
      const settle = (hasArrived: boolean) => {
        this.#settle = undefined
        cancel()
        resolve(hasArrived)
      }
      const cancel = this.#clock.at(until, () => settle(false))
      this.#settle = settle
    })
  }

  /** Resolves with true in the next turn of the event loop; with false if the batch has to be written before. */
  async turn(): Promise<boolean> {
    let isEnded = false
    this.#settle = (hasArrived) => {
      isEnded ||= !hasArrived
    }
    await nextTurn()
    this.#settle = undefined
    return !isEnded
  }

  /** Called when an event has arrived. */
  arrived(): void {
    this.#settle?.(true)
  }

  /** Ends the wait, so that the batch is written now. */
  end(): void {
    this.#settle?.(false)
  }
}
