/** A heavy step that waits for a slot here, or for its result from another worker that has taken it. */
import type { Outcome, Task } from '@millrace/engine'

export class WaitingStep {
  readonly task: Task
  /** Of its offer; undefined until it is offered. */
  token: string | undefined
  hash = ''
  /** Settles when its offer is written. */
  offering: Promise<void> = Promise.resolve()
  /** True if it waits no longer: it must not be offered. */
  isOver = false
  #result: Outcome | undefined
  #isTaken = false
  /** Ends the wait for a slot. */
  #slotWait = new AbortController()
  #changed = Promise.withResolvers<void>()

  constructor(task: Task) {
    this.task = task
  }

  get result(): Outcome | undefined {
    return this.#result
  }

  get isTaken(): boolean {
    return this.#isTaken
  }

  /** Aborted when there is something else to wait for. */
  slotSignal(): AbortSignal {
    if (this.#slotWait.signal.aborted) this.#slotWait = new AbortController()
    return this.#slotWait.signal
  }

  /** Resolves when it is no longer taken, or when it is aborted. */
  changed(): Promise<void> {
    return this.#changed.promise
  }

  taken(): void {
    if (this.#isTaken) return
    this.#isTaken = true
    this.#changed = Promise.withResolvers<void>()
    this.#slotWait.abort()
  }

  /** The worker that had taken it is gone. */
  opened(): void {
    this.#isTaken = false
    this.#changed.resolve()
  }

  finish(result: Outcome): void {
    this.#result = result
    this.wake()
  }

  /** Ends every wait. */
  wake(): void {
    this.#slotWait.abort()
    this.#changed.resolve()
  }
}
