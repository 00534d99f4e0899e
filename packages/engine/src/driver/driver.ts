/**
 * Drives executions: loads their history, keeps those with work to do in memory, and takes events from outside. Losing
 * the process at any point loses nothing that was acknowledged.
 *
 * E1  Nothing has happened until it is in the journal, and nothing else is visible outside.
 * E2  `decide` sees only folded events: same history, same decision.
 * E3  One driver per execution; one append in flight.
 * E4  A step with effects is recorded as started before it runs, after the results that led to it. Pure steps are computed
 *     ahead, and appended in one batch with everything that led to them before the next effect or before it is visible.
 * E5  A step that may have run is repeated only if its node type allows it, with the same idempotency key (one per step,
 *     not per attempt).
 * E6  No secret is in an event.
 * E7  An event type never changes its meaning; a change of interpretation has a number and a reason in `behaviour.ts`.
 */
import { TransientMap } from '@millrace/model'
import { apply } from '../core/apply.ts'
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { DriverNeeds, ExecutionRecord } from '../ports.ts'
import { ActiveRun } from './active-run.ts'
import type { ActiveRunNeeds, Driven, LeavingRun, StoredRun } from './active-run-needs.ts'
import { BATCH_LIMITS, Turn } from './batch.ts'
import { foldInSlices, indexed } from './history.ts'
import { changedQuestions } from './question-rows.ts'
import { Serial } from './serial.ts'
import { summaryOf } from './summary.ts'
import { Suspension } from './suspension.ts'

const CLOSED = 'The engine is closed.'

type MakeEvent = (state: ExecutionState) => ExecutionEvent | undefined

export class Driver {
  readonly #needs: ActiveRunNeeds
  readonly #runs = new TransientMap<ActiveRun>()
  /** Work on executions that are not in memory, one at a time each (E3). */
  readonly #serial = new Serial()
  readonly #closing = new AbortController()
  /** Executions with results that could not be recorded; explains the failure of a step that must not run again. */
  readonly #unrecorded = new Set<string>()
  #draining: (PromiseWithResolvers<void> & { readonly isIdle: (id: string) => boolean }) | undefined

  constructor(needs: DriverNeeds) {
    this.#needs = {
      ...needs,
      turn: new Turn(needs.clock),
      limits: needs.batchLimits ?? BATCH_LIMITS,
      closing: this.#closing.signal,
      isDraining: () => this.#draining !== undefined,
      onLeave: (run) => this.#leave(run),
      onRefused: (run, error) => {
        this.#unrecorded.add(run.record.id)
        this.#leave(run)
        needs.onFault?.(run.record.id, error, run.length)
      },
    }
  }

  /** The number of executions in memory. */
  get size(): number {
    return this.#runs.size
  }

  /** The facts of an execution in memory. */
  recordOf(id: string): ExecutionRecord | undefined {
    return this.#runs.get(id)?.record
  }

  /** The progress of an execution in memory, as of its last durable event. */
  glance(id: string): ActiveRun['glance'] | undefined {
    return this.#runs.get(id)?.glance
  }

  /** Loads an execution and drives it until it is over or waits. Does nothing if it is already in memory. */
  async drive(id: string): Promise<void> {
    const run = await this.#serial.run(id, async () => {
      if (this.#runs.has(id) || this.#isClosed) return undefined
      const stored = await this.#load(id)
      if (stored === undefined || this.#isClosed || stored.state.finishedAt !== undefined) return undefined
      return this.#enter(new ActiveRun(stored, this.#needs))
    })
    await run?.left
  }

  /**
   * Loads an execution and drives it, after the events that `first` returns for its state. Resolves when it has left
   * memory, with its last state; undefined if there is none, or if the driver is closed. `isNew`: no driver
   * has had it before.
   */
  async resume(
    id: string,
    first: (loaded: Driven) => readonly ExecutionEvent[],
    isNew = false,
  ): Promise<Driven | undefined> {
    const found = await this.#serial.run(id, async () => {
      const running = this.#runs.get(id)
      if (running !== undefined || this.#isClosed) return running
      const stored = await this.#load(id)
      if (stored === undefined || this.#isClosed || stored.state.finishedAt !== undefined) return stored
      // Confirmed after the load: another process may have started these steps since this one last wrote.
      if (hasBegunSteps(stored.state)) await this.#needs.journal.confirmOwner?.(id)
      if (this.#isClosed) return stored
      const run = new ActiveRun(stored, this.#needs)
      run.receive(first(stored), isNew)
      return this.#enter(run)
    })
    if (found instanceof ActiveRun) await found.left
    return found
  }

  /** Resolves when an execution is not in memory. */
  async whenLeft(id: string): Promise<void> {
    for (let run = this.#runs.get(id); run !== undefined; run = this.#runs.get(id)) await run.left
  }

  /** Removes an execution from memory: aborts its steps and writes nothing more. Another process continues it. */
  abandon(id: string, reason: string): void {
    const run = this.#runs.get(id)
    if (run === undefined) return
    run.stop(new Suspension(reason))
    this.#leave(run)
  }

  /** Creates an execution and drives it. Events that arrive for it meanwhile wait until it is in memory. */
  begin(record: ExecutionRecord, events: readonly ExecutionEvent[]): Promise<{ left?: Promise<void> }> {
    return this.#serial.run(record.id, async () => {
      try {
        const run = ActiveRun.ofNew(record, this.#needs)
        const begun = await run.create(events)
        if (this.#isClosed) run.stop(new Suspension(CLOSED))
        // In an object, so that awaiting the creation does not await the end.
        return this.#isClosed || run.isOver ? {} : { left: this.#enter(run, begun).left }
      } catch (error) {
        if (!this.#runs.has(record.id)) this.#needs.onFault?.(record.id, error, 0)
        throw error
      }
    })
  }

  #enter(run: ActiveRun, begun: readonly Step[] = []): ActiveRun {
    const { id } = run.record
    this.#runs.set(id, run)
    run.enter(begun, this.#unrecorded.delete(id))
    return run
  }

  /** Sends an event from outside. Resolves when it is durable: false if there was no event, or if it had no effect. */
  async send(id: string, make: MakeEvent): Promise<boolean> {
    if (this.#isClosed) throw new Suspension(CLOSED)
    const run = this.#runs.get(id)
    if (run !== undefined) return run.send(make)
    const sent = await this.#serial.run(id, () => this.#sendToStored(id, make))
    return sent === 'in memory' ? this.send(id, make) : sent
  }

  /** Appends an event to an execution that is not in memory, and loads it. */
  async #sendToStored(id: string, make: MakeEvent): Promise<boolean | 'in memory'> {
    if (this.#runs.has(id)) return 'in memory'
    const stored = await this.#load(id)
    if (stored === undefined) return false
    if (this.#isClosed) throw new Suspension(CLOSED)
    const { record, state, length } = stored
    const event = make(state)
    if (event === undefined) return false
    const change = apply(state, event)
    if (!change.accepted) return false
    const row = { ...summaryOf(record, state), ...changedQuestions(record, state, change) }
    await this.#needs.journal.append(id, length, [event], row).catch((error: unknown) => {
      this.#needs.onFault?.(id, error, length)
      throw error
    })
    this.#needs.onEvents?.({ record, events: [event], length: length + 1, change, state })
    if (state.finishedAt === undefined && !this.#isClosed)
      this.#enter(new ActiveRun({ ...stored, length: length + 1 }, this.#needs))
    return true
  }

  async #load(id: string): Promise<StoredRun | undefined> {
    const stored = await this.#needs.journal.load(id)
    if (stored === undefined) return undefined
    const { record, events } = stored
    return { record, state: await foldInSlices(indexed(record.plan), events), length: events.length }
  }

  /** Resolves once the current state of an execution is durable; rejects if the journal fails for a while. */
  settled(id: string): Promise<void> {
    return this.#runs.get(id)?.settled() ?? Promise.resolve()
  }

  /** True if the current state of an execution in memory becomes durable. */
  async isCertain(id: string): Promise<boolean> {
    return this.#runs.get(id)?.isCertain() ?? true
  }

  /** Starts no more steps. Resolves when no step runs, except in executions for which `isIdle` is true. */
  async drain(isIdle: (id: string) => boolean): Promise<void> {
    this.#draining = { ...Promise.withResolvers<void>(), isIdle }
    this.checkDrained()
    await this.#draining.promise
  }

  /** Call it when `isIdle` may have changed. */
  checkDrained(): void {
    if (this.#draining === undefined) return
    const { isIdle, resolve } = this.#draining
    if (this.#runs.keys().every(isIdle)) resolve()
  }

  /** Stops driving: aborts running nodes and writes nothing more. Every execution can be resumed from the journal. */
  async close(): Promise<void> {
    this.#closing.abort()
    for (const run of this.#runs.values()) {
      run.stop(new Suspension(CLOSED))
      run.leave()
    }
    this.#runs.clear()
    this.checkDrained()
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted
  }

  #leave(run: LeavingRun): void {
    const { id } = run.record
    if (this.#runs.get(id) !== run) return
    this.#runs.delete(id)
    run.leave()
    this.checkDrained()
    this.#needs.onLeft?.()
  }
}

/** True if steps are launched again without a write that would fail if another process had taken over. */
function hasBegunSteps({ active }: ExecutionState): boolean {
  for (const { status, loop } of active) if (status === 'running' && loop === undefined) return true
  return false
}
