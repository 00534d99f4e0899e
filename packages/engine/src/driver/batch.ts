/** The events of one append, and when to stop adding to them. */
import { nextTurn, recordSize } from '@millrace/model'
import { type MutableChange, newChange } from '../core/change.ts'
import type { ExecutionEvent } from '../core/events.ts'
import type { Step } from '../core/state.ts'
import type { BatchLimits, Clock } from '../ports.ts'

export const BATCH_LIMITS: BatchLimits = { events: 500, characters: 256 * 1024, ms: 8 }

/** Executions that continue in the same turn of the event loop share this time; beyond it each adds only one step to it. */
const TURN_MS = 25

/** How long a batch waits for the next result of a pure step, and in all. */
const NEXT_RESULT_MS = 50
const MAX_WAIT_MS = 250

/** The time that the runs of a driver have used in the current turn of the event loop. */
export class Turn {
  readonly #clock: Pick<Clock, 'now'>
  #began: number | undefined

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  /** Called by every run that continues. The first call of a turn starts its time. */
  begin(): void {
    if (this.#began !== undefined) return
    this.#began = this.#clock.now()
    void nextTurn().then(() => {
      this.#began = undefined
    })
  }

  isOver(now: number): boolean {
    return this.#began !== undefined && now - this.#began > TURN_MS
  }
}

export interface BatchNeeds {
  readonly clock: Clock
  readonly turn: Turn
  readonly limits: BatchLimits
}

const NO_STEPS: readonly Step[] = []

export class Batch {
  readonly #needs: BatchNeeds
  readonly #opened: number
  #began: number
  readonly events: ExecutionEvent[] = []
  readonly change: MutableChange = newChange()
  /** Steps whose start is in the batch. They run once it is durable. */
  readonly begun: Step[] = []
  /** Pure steps whose start is in the batch. They may run at once. */
  begunPure: Step[] = []
  /** False if it holds something that cannot be computed again: the result of a step with effects, or an outside event. */
  mayWait = true
  /** True if more could be computed, but the time for this turn of the event loop is over. */
  isInterrupted = false
  #characters = 0

  constructor(needs: BatchNeeds) {
    this.#needs = needs
    this.#opened = needs.clock.now()
    this.#began = this.#opened
    needs.turn.begin()
  }

  /** Until when it may wait for the result of a pure step. */
  get waitsUntil(): number {
    return Math.min(this.#needs.clock.now() + NEXT_RESULT_MS, this.#opened + MAX_WAIT_MS)
  }

  /** True if it should be continued in the next turn of the event loop instead of being written now. */
  get mayContinue(): boolean {
    return this.isInterrupted && this.#needs.clock.now() - this.#opened < MAX_WAIT_MS
  }

  /** Called after a wait: other work ran in the meantime, so the time for computing starts again. */
  resume(): void {
    this.#began = this.#needs.clock.now()
    this.#needs.turn.begin()
  }

  add(event: ExecutionEvent): void {
    this.events.push(event)
    this.#characters += recordSize(event, this.#needs.limits.characters)
  }

  /** Approximately the characters of its events as JSON; stops at the limit of a batch. */
  get size(): number {
    return this.#characters
  }

  /** Takes the quick steps whose start is in the batch. */
  takeBegunPure(): readonly Step[] {
    if (this.begunPure.length === 0) return NO_STEPS
    const begun = this.begunPure
    this.begunPure = []
    return begun
  }

  /**
   * True if no more steps should be computed in this turn, with this many events that are not added yet. `now` may be the
   * date of an event that was computed just before: reading the clock takes as long as other parts of a quick step.
   */
  isFull(now: number, more = 0): boolean {
    if (this.isLarge(more)) return true
    const { limits, turn } = this.#needs
    return turn.isOver(now) || now - this.#began > limits.ms
  }

  isLarge(more = 0): boolean {
    const { events, characters } = this.#needs.limits
    return this.events.length + more >= events || this.#characters >= characters
  }
}

export const NO_EVENTS: readonly ExecutionEvent[] = []

/** Adds an event to a list. Most lists get one: a list literal allocates just that element. */
export function withEvent(events: ExecutionEvent[] | undefined, event: ExecutionEvent | undefined) {
  if (event === undefined) return events
  if (events === undefined) return [event]
  events.push(event)
  return events
}
