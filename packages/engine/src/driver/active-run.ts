/** An execution in memory: applies events, decides, runs steps and appends, until it is over or waits. */
import { apply } from '../core/apply.ts'
import { decide, placeOf } from '../core/decide.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { progressOf } from '../core/progress.ts'
import { SmallSet } from '../core/small-set.ts'
import { type ExecutionState, emptyState, type MutableState, type Step } from '../core/state.ts'
import { configWith } from '../core/step-config.ts'
import type { ExecutionRecord, ExecutionSummary } from '../ports.ts'
import type { ActiveRunNeeds, StoredRun } from './active-run-needs.ts'
import { CUT_OFF, UNRECORDED } from './attempt.ts'
import { Batch, NO_EVENTS, withEvent } from './batch.ts'
import { CALLER_PATIENCE_MS, Callers } from './callers.ts'
import { indexed } from './history.ts'
import { Hold } from './hold.ts'
import { outcomeOf, untilAppended } from './journal-retry.ts'
import type { LoadedValues } from './loaded-values.ts'
import { changedQuestions } from './question-rows.ts'
import { StepRunner } from './step-runner.ts'
import { sameSummary, summaryOf } from './summary.ts'
import { usageIn } from './usage-rows.ts'

export class ActiveRun {
  readonly record: ExecutionRecord
  readonly #state: MutableState
  readonly #needs: ActiveRunNeeds
  readonly #steps: StepRunner
  readonly #callers = new Callers()
  /** Created on first use: most executions are over when they are created. */
  #left: PromiseWithResolvers<void> | undefined
  /** The number of events that were in the journal when it was loaded; 0 if it had not begun to run. */
  readonly #loadedLength: number
  #length: number
  #progress: number
  #updatedAt: number
  /** The last written summary row. */
  #summary: ExecutionSummary
  /** Events that are not being written yet. */
  #inbox: ExecutionEvent[] = []
  /** Values that are parsed for the steps after the events in the inbox. */
  #loaded: LoadedValues[] = []
  /** Events in the inbox that can be computed again: results of pure steps. */
  readonly #computed = new SmallSet<ExecutionEvent>()
  readonly #hold: Hold
  #isAppending = false
  /** Settles when the last batch is durable or has failed; false if it was dropped because the driver closes. */
  #appending: Promise<boolean> = Promise.resolve(true)
  /** The error of the current append; callers are rejected with it. */
  #stalled: unknown
  /** True while events are decided or written. The inbox is read afterwards. */
  #isBusy = false
  /** True if it must not write any more. */
  #isStopped = false
  /** True if the inbox is read after this turn of the event loop. */
  #isScheduled = false

  constructor({ record, state, length }: StoredRun, needs: ActiveRunNeeds) {
    this.record = record
    this.#state = state
    // An execution that has not been released has run nothing yet.
    this.#loadedLength = state.root === undefined ? 0 : length
    this.#length = length
    this.#progress = progressOf(state)
    this.#updatedAt = state.updatedAt
    this.#needs = needs
    this.#summary = summaryOf(record, state)
    this.#hold = new Hold(needs.clock)
    this.#steps = new StepRunner({
      driver: needs,
      record,
      state,
      // After a crash starts are recorded first, so that a node that ends the process leaves an attempt in the history.
      mayRunAhead: () => this.#loadedLength === 0 || this.#length > this.#loadedLength,
      onEvent: (event, { isPure, loaded }) => {
        if (!loaded.isEmpty) this.#loaded.push(loaded)
        if (isPure) this.#computed.add(event)
        if (this.#steps.isIdle) this.#push(event)
        else this.#pushSoon(event)
      },
      onResolved: () => {
        this.#hold.arrived()
        void this.#pump()
      },
      writeNote: (event) => this.#deliver(event, true),
    })
  }

  get state(): ExecutionState {
    return this.#state
  }

  /** Progress and time of the last durable event (E1). */
  get glance(): { readonly progress: number; readonly updatedAt: number } {
    return { progress: this.#progress, updatedAt: this.#updatedAt }
  }

  get length(): number {
    return this.#length
  }

  /** Resolves when the run leaves memory. */
  get left(): Promise<void> {
    this.#left ??= Promise.withResolvers()
    return this.#left.promise
  }

  /** The run of an execution that is not in the journal yet: call `create` first. */
  static ofNew(record: ExecutionRecord, needs: ActiveRunNeeds): ActiveRun {
    return new ActiveRun({ record, state: emptyState(indexed(record.plan)), length: 0 }, needs)
  }

  /**
   * Creates the execution in the journal. The events that follow from the first ones without effects are part of the same
   * write, up to the end. Returns the steps to launch.
   */
  async create(events: readonly ExecutionEvent[]): Promise<readonly Step[]> {
    const { journal, closing } = this.#needs
    this.#isBusy = true
    const batch = new Batch(this.#needs)
    for (const event of events) this.#add(batch, event)
    if (!closing.aborted) {
      this.#extend(batch, true)
      if (this.#isWorthWaiting(batch)) await this.#complete(batch, true)
    }
    this.#summary = summaryOf(this.record, this.#state)
    try {
      await journal.create(this.record, batch.events, this.#summary, batch.size)
    } catch (error) {
      this.#steps.stop()
      throw error
    }
    // Busy until `enter`: a result that arrives in between must not start a second append (E3).
    this.#publish(batch)
    return [...batch.begun, ...batch.begunPure]
  }

  /** True if it was over when it was created: nothing is left to launch or to write. */
  get isOver(): boolean {
    return this.#state.finishedAt !== undefined && this.#inbox.length === 0 && this.#steps.isIdle
  }

  /** Adds events from outside before `enter`. The release of a new execution waits for the results of its pure steps. */
  receive(events: readonly ExecutionEvent[], isNew: boolean): void {
    this.#inbox.push(...events)
    if (isNew) for (const event of events) if (event.type === 'released') this.#computed.add(event)
  }

  /** Launches the steps that have begun, recovers those that a crash interrupted, and continues. */
  enter(begun: readonly Step[], wasUnrecorded: boolean): void {
    // Decide nothing before every step is launched: a running step that is not launched would look interrupted.
    this.#isBusy = true
    for (const step of begun) this.#steps.launch(step)
    // In a new execution, a running step that is not in memory has ended: its result is in the inbox.
    if (this.#loadedLength > 0) this.#recover(wasUnrecorded)
    this.#isBusy = false
    void this.#pump()
  }

  /** E5: runs steps again that may have run, or fails them, depending on their node type. */
  #recover(wasUnrecorded: boolean): void {
    const { runner } = this.#needs
    for (const step of this.#state.active) {
      if (step.status !== 'running' || step.loop !== undefined || this.#steps.isRunning(step)) continue
      const node = this.record.plan.nodes[step.node]
      const failure = wasUnrecorded ? UNRECORDED : CUT_OFF
      if (node !== undefined && runner.mayRunAgain(node.type, configWith(node, step.settings))) this.#steps.launch(step)
      else this.#inbox.push(this.#steps.dated({ type: 'step-failed', ...placeOf(step), failure }))
    }
  }

  /** Adds an event from outside. Resolves when it is durable, with whether it had an effect. */
  async send(make: (state: ExecutionState) => ExecutionEvent | undefined): Promise<boolean> {
    if (this.#stalled !== undefined) throw this.#stalled
    const event = make(this.#state)
    return event !== undefined && this.#deliver(event, false)
  }

  /** Resolves once the current state is durable; rejects if the journal fails for a while. */
  settled(): Promise<void> {
    this.#hold.end()
    return this.#isAppending ? this.#callers.waitForAppend() : Promise.resolve()
  }

  /** Resolves once no append is in flight: true if the current state became durable. */
  isCertain(): Promise<boolean> {
    this.#hold.end()
    return this.#appending.catch(() => false)
  }

  /** Aborts all steps and rejects all callers. The run writes nothing more. */
  stop(reason: unknown): void {
    this.#isStopped = true
    this.#steps.stop()
    this.#inbox = []
    this.#hold.end()
    this.#callers.rejectAll(reason)
  }

  leave(): void {
    this.#left ??= Promise.withResolvers()
    this.#left.resolve()
  }

  #deliver(event: ExecutionEvent, isPatient: boolean): Promise<boolean> {
    const durable = this.#callers.wait(event, isPatient)
    this.#push(event)
    return durable
  }

  #push(event: ExecutionEvent): void {
    this.#inbox.push(event)
    this.#hold.arrived()
    void this.#pump()
  }

  /** Other steps are running: those that finish in the same turn of the event loop share the append. */
  #pushSoon(event: ExecutionEvent): void {
    this.#inbox.push(event)
    this.#hold.arrived()
    if (this.#isBusy || this.#isScheduled) return
    this.#isScheduled = true
    setImmediate(() => {
      this.#isScheduled = false
      if (this.#inbox.length > 0) void this.#pump()
    })
  }

  /** True if nothing more may be written or launched. */
  get #isOff(): boolean {
    return this.#isStopped || this.#needs.closing.aborted
  }

  /** Applies, decides, appends and launches until there is nothing to do but wait. E3: one append in flight. */
  async #pump(): Promise<void> {
    if (this.#isBusy) return
    this.#isBusy = true
    try {
      while (!this.#isOff) {
        const batch = this.#nextBatch()
        if (batch.events.length === 0) break
        this.#isAppending = true
        this.#appending = this.#write(batch)
        const isWritten = await this.#appending
        this.#isAppending = false
        if (!isWritten) return
        const loaded = this.#loaded.splice(0)
        this.#publish(batch)
        if (this.#isOff) return
        for (const step of [...batch.begun, ...batch.begunPure]) this.#steps.launch(step)
        for (const values of loaded) values.release()
        this.#steps.abortOrphans()
      }
    } catch (error) {
      // The next run continues from the journal.
      this.stop(error)
      this.#needs.onRefused(this, error)
      return
    } finally {
      this.#isBusy = false
    }
    if (this.#steps.isIdle) this.#needs.onLeave(this)
  }

  /** The events that have arrived, with everything that follows from them without effects. */
  #nextBatch(): Batch {
    const batch = new Batch(this.#needs)
    this.#receive(batch)
    this.#extend(batch, false)
    return batch
  }

  /** Adds the events that have arrived. */
  #receive(batch: Batch): void {
    const arrived = this.#inbox
    this.#inbox = []
    for (const event of arrived) {
      batch.mayWait &&= this.#computed.delete(event)
      this.#add(batch, event)
      this.#callers.applied(event, batch.change.accepted)
    }
  }

  /** E4: adds the results of running pure steps and what there was no time for, while all of it can be computed again. */
  async #complete(batch: Batch, isCreation: boolean): Promise<void> {
    // A question is written after the creation, as in `#extend`.
    const mayJoin = (event: ExecutionEvent) => this.#computed.has(event) && !(isCreation && event.type === 'step-asks')
    while (this.#isWorthWaiting(batch)) {
      const hasArrived = await (batch.mayContinue ? this.#hold.turn() : this.#hold.next(batch.waitsUntil))
      if (this.#isOff) return
      // Observers see a step that takes long as running, and a crash does not hide its attempt.
      if (!hasArrived) for (const start of this.#steps.startsOfRunning()) this.#add(batch, start)
      if (!hasArrived || !this.#inbox.every(mayJoin)) return
      batch.resume()
      this.#receive(batch)
      this.#extend(batch, isCreation)
    }
  }

  #isWorthWaiting(batch: Batch): boolean {
    if (!batch.mayWait || batch.begun.length > 0 || batch.events.length === 0 || this.#inbox.length > 0) return false
    const isComputing = batch.isInterrupted ? batch.mayContinue : this.#steps.isComputing
    return isComputing && this.#state.finishedAt === undefined && !batch.isLarge()
  }

  /** Applies an event before it is durable. It is not visible outside until then; a failed append discards the state. */
  #add(batch: Batch, event: ExecutionEvent): void {
    batch.add(event)
    apply(this.#state, event, batch.change)
  }

  /**
   * E4: adds what follows from the state, until a step with effects starts or the batch is full: the end, the rounds of
   * loops, the results of pure steps that return at once, the starts of steps with effects.
   */
  #extend(batch: Batch, isCreation: boolean): void {
    batch.isInterrupted = false
    let last: ExecutionEvent | undefined
    do {
      const events = this.#decided(batch)
      last = events.at(-1)
      let hasQuestion = false
      for (const event of events) {
        // The row of a question refers to the execution, so it cannot be written before it.
        if (isCreation && event.type === 'step-asks') {
          hasQuestion = true
          this.#inbox.push(event)
        } else this.#add(batch, event)
      }
      if (last === undefined || hasQuestion) return
    } while (batch.begun.length === 0 && !batch.isFull(last.at))
    batch.isInterrupted = batch.begun.length === 0 && !batch.isLarge()
  }

  /** The next events that follow from the state: recorded decisions, results of quick steps, starts of the others. */
  #decided(batch: Batch): readonly ExecutionEvent[] {
    let events: ExecutionEvent[] | undefined
    for (const step of batch.takeBegunPure()) events = withEvent(events, this.#steps.compute(step))
    for (const decision of decide(this.#state)) {
      if (events !== undefined && batch.isFull(this.#needs.clock.now(), events.length)) break
      if (decision.do === 'record') events = withEvent(events, this.#steps.dated(decision.event))
      else if (!this.#needs.isDraining()) events = withEvent(events, this.#eventFor(decision.step, batch))
    }
    return events ?? NO_EVENTS
  }

  #eventFor(step: Step, batch: Batch): ExecutionEvent | undefined {
    if (!this.#steps.needsStart(step)) return this.#steps.compute(step)
    const event = this.#steps.startOf(step)
    if (event?.type === 'step-started') (this.#steps.runsAhead(step) ? batch.begunPure : batch.begun).push(step)
    return event
  }

  /** Returns false if the driver closes first. */
  async #write(batch: Batch): Promise<boolean> {
    if (this.#isWorthWaiting(batch)) await this.#complete(batch, false)
    if (this.#isOff) return false
    await this.#append(batch)
    return true
  }

  /** Appends until the events are durable: running a step again because a disk was full would repeat its effects. */
  async #append({ events, change }: Batch): Promise<void> {
    const { journal, clock, closing: signal } = this.#needs
    const { record } = this
    const length = this.#length
    const summary = summaryOf(record, this.#state)
    const questions = changedQuestions(record, this.#state, change)
    const usage = usageIn(record, events)
    const isNew = questions !== undefined || usage !== undefined || !sameSummary(summary, this.#summary)
    this.#summary = summary
    const row = isNew ? { ...summary, ...questions, ...usage } : undefined
    const began = clock.now()
    await untilAppended(() => journal.append(record.id, length, events, row), {
      clock,
      signal,
      outcome: () => outcomeOf(journal, { id: record.id, length, events }),
      onFailure: (error) => {
        if (clock.now() - began < CALLER_PATIENCE_MS) return
        this.#stalled = error
        this.#callers.rejectImpatient(events, error)
        this.#callers.rejectObservers(error)
        // Events that are not being written yet are dropped with their callers, so that a rejected call has no effect.
        this.#inbox = this.#callers.rejectImpatient(this.#inbox, error)
      },
    })
    this.#stalled = undefined
  }

  /** E1: callers and subscribers are notified of events once they are durable. */
  #publish({ events, change }: Batch): void {
    this.#length += events.length
    this.#progress = progressOf(this.#state)
    this.#updatedAt = this.#state.updatedAt
    this.#callers.durable(events)
    this.#needs.onEvents?.({ record: this.record, events, length: this.#length, change, state: this.#state })
  }
}
