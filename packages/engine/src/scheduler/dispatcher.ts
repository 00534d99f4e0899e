/** Looks for what is due or may start: now, and again when the next thing is due. */

import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionState } from '../core/state.ts'
import type { Clock, Journal } from '../ports.ts'
import { Line } from './admission.ts'
import { dueEvent } from './timers.ts'

export interface LookoutNeeds {
  readonly journal: Journal
  readonly clock: Clock
  /** How many more executions may be in memory. */
  readonly room: () => number
  readonly send: (id: string, make: (state: ExecutionState) => ExecutionEvent | undefined) => Promise<boolean>
  /** A look failed; it is to be made again later. */
  readonly onFault: (error: unknown) => void
}

/** How many executions are woken at a time when many are due. */
const BATCH = 100
/** A look at the journal that is never far away, should a timer have been missed. */
const MAX_SLEEP_MS = 60_000

export class Lookout {
  readonly #needs: LookoutNeeds
  readonly #line: Line
  /** No execution is waiting to be admitted, as far as we know. */
  #isLineEmpty = false
  #isLooking = false
  #mustLookAgain = false
  #isStopped = false
  #cancelTimer: () => void = () => {}

  constructor(needs: LookoutNeeds) {
    this.#needs = needs
    this.#line = new Line(needs.journal)
  }

  look(): void {
    this.#mustLookAgain = true
    if (this.#isLooking || this.#isStopped) return
    this.#isLooking = true
    void this.#lookUntilDone()
  }

  /** There is room for another one. Most of the time none is waiting, and the journal need not be asked. */
  lookForNext(): void {
    if (!this.#isLineEmpty) this.look()
  }

  /** Does something that may put an execution in line. */
  async queueUp<T>(work: () => Promise<T>): Promise<T> {
    this.#isLineEmpty = false
    try {
      return await work()
    } finally {
      // Once more, because a look may have come before the execution was there to be seen.
      this.#isLineEmpty = false
    }
  }

  /** Nothing is woken or admitted any more. */
  stop(): void {
    this.#isStopped = true
    this.#cancelTimer()
  }

  async #lookUntilDone(): Promise<void> {
    try {
      while (this.#mustLookAgain && !this.#isStopped) {
        this.#mustLookAgain = false
        await this.#lookOnce()
      }
    } catch (error) {
      this.#needs.onFault(error)
    } finally {
      this.#isLooking = false
    }
  }

  async #lookOnce(): Promise<void> {
    const { journal, clock, room } = this.#needs
    const due = await journal.due(clock.now(), BATCH)
    const faults: unknown[] = []
    const noted = (error: unknown) => void faults.push(error)
    for (const id of due) if (!this.#isStopped) await this.#wake(id).catch(noted)
    const free = room()
    this.#isLineEmpty = free > 0
    for (const id of free > 0 ? await this.#line.next(free) : []) {
      this.#isLineEmpty = false
      if (room() <= 0 || this.#isStopped) break
      await this.#admit(id).catch(noted)
    }
    // One that cannot be woken or admitted holds up no other, and stays due: it must not say when to look again.
    if (faults.length > 0) throw faults[0]
    if (this.#isStopped) return
    const next = due.length < BATCH ? await journal.nextDue() : clock.now()
    const soonest = Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + MAX_SLEEP_MS)
    this.#cancelTimer()
    this.#cancelTimer = clock.at(soonest, () => this.look())
  }

  async #admit(id: string): Promise<void> {
    await this.#needs.send(id, ({ root }) =>
      root === undefined ? { type: 'released', at: this.#needs.clock.now() } : undefined,
    )
  }

  /** Sends an execution everything whose time has come. */
  async #wake(id: string): Promise<void> {
    const at = this.#needs.clock.now()
    while (await this.#needs.send(id, (state) => dueEvent(state, at)));
  }
}
