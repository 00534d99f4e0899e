/** One request of Restate to drive an execution, while a worker handles it. */
import type { Clock, Driven, ExecutionState } from '@millrace/engine'
import type { DriveInput } from './ports.ts'

export class Drive {
  readonly id: string
  readonly input: DriveInput
  /** True while calls are being handled. */
  isHandling = false
  /** True if there may be calls that were not read. */
  hasCalls = false
  /** True if the execution must be in the queue until a slot is free. */
  isQueued = false
  /** The queue that it waits in. */
  queue = ''
  /** True if a call waits for the parent step to continue. */
  hasEarlyCall = false
  /** Why it left memory, if that was not its own decision. */
  fault: unknown
  /** The last durable state that this worker knows. */
  #latest: Driven | undefined
  /** Ends waits of this request, so that calls are handled. */
  #waiting = new AbortController()
  #cancelTimer: () => void = () => {}
  /** Work on it that is under way beside the main loop. */
  readonly #tasks = new Set<Promise<void>>()

  constructor(id: string, input: DriveInput) {
    this.id = id
    this.input = input
  }

  get latest(): Driven | undefined {
    return this.#latest
  }

  /** The state, which later events change in place. */
  see(driven: Driven): void {
    this.#latest = driven
  }

  /** Forgets the state: it may contain events that were not written. */
  forget(): void {
    this.#latest = undefined
  }

  /** Ends a wait for a slot or a timer. */
  interrupt(): void {
    this.#waiting.abort()
  }

  /** Aborted by `interrupt`, until the next call. */
  waitSignal(): AbortSignal {
    if (this.#waiting.signal.aborted) this.#waiting = new AbortController()
    return this.#waiting.signal
  }

  /** Calls `wake` at a time instead of the time before. */
  arm(clock: Clock, at: number | null, wake: () => void): void {
    this.#cancelTimer()
    // A timer may end early: it does not follow corrections of the clock, and its length is limited.
    const check = () => (at !== null && clock.now() < at ? this.arm(clock, at, wake) : wake())
    this.#cancelTimer = at === null ? () => {} : clock.at(at, check)
  }

  disarm(): void {
    this.#cancelTimer()
  }

  /** Runs work beside the main loop; `idle` waits for it. */
  run(work: () => Promise<void>): void {
    const task = work()
    this.#tasks.add(task)
    void task.finally(() => this.#tasks.delete(task))
  }

  async idle(): Promise<void> {
    while (this.#tasks.size > 0) await Promise.all(this.#tasks)
  }
}

export function isOver({ finishedAt }: ExecutionState): boolean {
  return finishedAt !== undefined
}

/** Waits until a time, or until the signal is aborted. */
export function pauseUntil(at: number, clock: Clock, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      cancel()
      signal.removeEventListener('abort', end)
      resolve()
    }
    const cancel = clock.at(at, end)
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
  })
}
