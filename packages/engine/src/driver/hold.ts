/** Keeps a batch open while pure steps compute its next events, for a limited time. */
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

  /** Called when an event has arrived. */
  arrived(): void {
    this.#settle?.(true)
  }

  /** Ends the wait, so that the batch is written now. */
  end(): void {
    this.#settle?.(false)
  }
}
