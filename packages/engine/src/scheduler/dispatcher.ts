/** Wakes due executions and admits queued ones: now, and again when the next timer is due. */
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionState } from '../core/state.ts'
import type { Clock, Journal } from '../ports.ts'
import { AdmissionQueue } from './admission.ts'
import { dueEvent } from './timers.ts'

export interface DispatcherNeeds {
  readonly journal: Journal
  readonly clock: Clock
  /** The number of free slots. */
  readonly freeSlots: () => number
  readonly send: (id: string, make: (state: ExecutionState) => ExecutionEvent | undefined) => Promise<boolean>
  /** True while nothing may be woken or admitted; call `run` when that ends. */
  readonly isHeld?: (() => boolean) | undefined
  /** Called when a pass failed; call `run` again later. */
  readonly onFault: (error: unknown) => void
}

/** The number of executions that one pass wakes. */
const BATCH = 100
/** The longest time between two passes, in case a timer was missed. */
const MAX_SLEEP_MS = 60_000

export class Dispatcher {
  readonly #needs: DispatcherNeeds
  readonly #queue: AdmissionQueue
  /** True if no execution is queued, as far as we know. */
  #isQueueEmpty = false
  #isRunning = false
  #mustRunAgain = false
  #isStopped = false
  #cancelTimer: () => void = () => {}

  constructor(needs: DispatcherNeeds) {
    this.#needs = needs
    this.#queue = new AdmissionQueue(needs.journal)
  }

  run(): void {
    this.#mustRunAgain = true
    if (this.#isRunning || this.#isStopped || this.#needs.isHeld?.() === true) return
    this.#isRunning = true
    void this.#runUntilDone()
  }

  /** A slot is free. Does not read the journal if no execution is queued, as is the case most of the time. */
  slotIsFree(): void {
    if (!this.#isQueueEmpty) this.run()
  }

  /** Runs work that may add an execution to the queue. */
  async whileQueueing<T>(work: () => Promise<T>): Promise<T> {
    this.#isQueueEmpty = false
    try {
      return await work()
    } finally {
      // Again: a pass may have read the queue before the execution was in it.
      this.#isQueueEmpty = false
    }
  }

  /** Stops waking and admitting. */
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  async #runUntilDone(): Promise<void> {
    try {
      while (this.#mustRunAgain && !this.#isStopped) {
        this.#mustRunAgain = false
        await this.#pass()
      }
    } catch (error) {
      this.#needs.onFault(error)
    } finally {
      this.#isRunning = false
    }
  }

  async #pass(): Promise<void> {
    const { journal, clock } = this.#needs
    const faults: unknown[] = []
    const collect = (error: unknown) => void faults.push(error)
    const due = await journal.due(clock.now(), BATCH)
    for (const id of due) if (!this.#isStopped) await this.#wake(id).catch(collect)
    await this.#admitQueued(collect)
    // A failing execution must not block the others. It stays due, so it must not set the next timer.
    if (faults.length > 0) throw faults[0]
    if (this.#isStopped) return
    const next = due.length < BATCH ? await journal.nextDue() : clock.now()
    const soonest = Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + MAX_SLEEP_MS)
    this.#cancelTimer()
    this.#cancelTimer = clock.at(soonest, () => this.run())
  }

  async #admitQueued(onFault: (error: unknown) => void): Promise<void> {
    const { freeSlots } = this.#needs
    const slots = freeSlots()
    this.#isQueueEmpty = slots > 0
    if (slots <= 0) return
    for (const id of await this.#queue.next(slots)) {
      this.#isQueueEmpty = false
      if (freeSlots() <= 0 || this.#isStopped) return
      await this.#admit(id).catch(onFault)
    }
  }

  async #admit(id: string): Promise<void> {
    await this.#needs.send(id, ({ root }) =>
      root === undefined ? { type: 'released', at: this.#needs.clock.now() } : undefined,
    )
  }

  /** Sends an execution every event that is due. */
  async #wake(id: string): Promise<void> {
    const at = this.#needs.clock.now()
    while (await this.#needs.send(id, (state) => dueEvent(state, at)));
  }
}
