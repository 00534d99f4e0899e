/**
 * Drives executions: folds their history, asks `decide`, lets nodes run, writes down what came of it. The only thing
 * that appends. What it knows it knows from the journal; losing the process at any point loses nothing.
 *
 * E1  Nothing has happened until it is in the journal, and there is no other copy of a status.
 * E2  `decide` sees only folded events: same history, same decision.
 * E3  One driver per execution at a time: one append under way, repeated with its results until it is durable.
 * E4  `step-started` is written before a node runs. A quick node (pure, done at once) is written with its result.
 * E5  A step that may have run is run again only if its node says so.
 * E6  No secret is ever in an event.
 * E7  An event type never changes its meaning. A change of interpretation has a number in `behaviour.ts`.
 */

import { apply, fold, foldInSlices } from '../core/apply.ts'
import { decide, placeOf, type Undated } from '../core/decide.ts'
import type { ExecutionEvent, Failure } from '../core/events.ts'
import { indexed } from '../core/plan-index.ts'
import { takeQuestions } from '../core/questions.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { DriverNeeds, ExecutionRecord, Outcome, Task } from '../ports.ts'
import { abortOrphans, type Drive, newDrive, stopAll } from './active-run.ts'
import { append } from './append.ts'
import { attempt, CUT_OFF, UNRECORDED } from './attempt.ts'
import { boundedBy } from './attempt-timeout.ts'
import { Waiters } from './durable-waiters.ts'
import { eventAfter, eventOf, nextAttempt, pinnedOutcome, taskFor, withWarnings } from './outcome.ts'
import { OneAtATime } from './serial.ts'
import { headOf } from './summary.ts'
import { Suspension } from './suspension.ts'

const CLOSED = 'The engine is closed.'

export class Driver {
  private readonly needs: DriverNeeds
  private readonly drives = new Map<string, Drive>()
  private isClosed = false
  /** Ends every wait for the journal. */
  private readonly closing = new AbortController()
  /** Executions whose results could not be recorded, so that steps which must not run again can say why. */
  private readonly unrecorded = new Set<string>()

  constructor(needs: DriverNeeds) {
    this.needs = needs
  }

  /** How many executions are in memory. */
  get size(): number {
    return this.drives.size
  }

  isDriving(id: string): boolean {
    return this.drives.has(id)
  }

  /** The live state of an execution in memory, for looking at. */
  stateOf(id: string): { record: ExecutionRecord; state: ExecutionState } | undefined {
    return this.drives.get(id)
  }

  /** Takes up an execution from its history and drives it until it is over or waits. Fine to call when it is under way. */
  async drive(id: string): Promise<void> {
    const driven = await this.oneAtATime.take(id, async () => {
      if (this.drives.has(id) || this.isClosed) return undefined
      const stored = await this.needs.journal.load(id)
      if (stored === undefined) return undefined
      const state = await foldInSlices(indexed(stored.record.plan), stored.events)
      if (this.isClosed) return undefined
      return state.finishedAt === undefined
        ? this.enter(newDrive(stored.record, state, stored.events.length))
        : undefined
    })
    await driven?.left
  }

  /**
   * Makes an execution and drives it. What its first events entail, and what its first quick steps give, is written with
   * them: no step comes before those. Whatever comes for it meanwhile waits until it is in memory.
   */
  begin(record: ExecutionRecord, events: readonly ExecutionEvent[]): Promise<{ left: Promise<void> }> {
    return this.oneAtATime.take(record.id, async () => {
      const drive = newDrive(record, fold(indexed(record.plan), events), 0)
      drive.isBusy = true
      const begun: Step[] = []
      const written = [...events, ...this.firstEvents(drive, begun)]
      try {
        await this.needs.journal.create(record, written, headOf(record, drive.state))
      } catch (error) {
        stopAll(drive)
        if (!this.drives.has(record.id)) this.needs.onFault?.(record.id, error, 0)
        throw error
      }
      drive.isBusy = false
      this.tell(drive, written)
      return this.isClosed ? { left: Promise.resolve() } : this.enter(drive, begun)
    })
  }

  private firstEvents(drive: Drive, begun: Step[]): ExecutionEvent[] {
    const events = this.isClosed ? [] : this.decided(drive, begun)
    // A question needs a history that it can belong to.
    drive.inbox = events.filter(({ type }) => type === 'step-asks')
    const first = events.filter(({ type }) => type !== 'step-asks')
    this.fold(drive, first, begun)
    drive.head = headOf(drive.record, drive.state)
    return first
  }

  private enter(drive: Drive, begun: readonly Step[] = []): { left: Promise<void> } {
    this.drives.set(drive.record.id, drive)
    // Nothing is decided before all of it runs: what has not been launched yet would look as if it had been cut off.
    drive.isBusy = true
    this.recover(drive, begun)
    drive.isBusy = false
    void this.pump(drive)
    // In an object, so that whoever waits for the entrance does not wait for the exit.
    return { left: drive.left.promise }
  }

  /** Brings something from outside: a cancel, a pause, a timer, the end of a child. Resolves when it is durable. */
  async send(id: string, make: (state: ExecutionState) => ExecutionEvent | undefined): Promise<boolean> {
    if (this.isClosed) throw new Suspension(CLOSED)
    const drive = this.drives.get(id)
    if (drive === undefined) return this.sendToSleeper(id, make)
    if (drive.stalled !== undefined) throw drive.stalled
    const event = make(drive.state)
    return event !== undefined && this.deliver(drive, event)
  }

  /** Whether what is known of an execution just now becomes durable: it may be ahead by what is being written. */
  async isCertain(id: string): Promise<boolean> {
    return (
      this.drives.get(id)?.appending.then(
        () => true,
        () => false,
      ) ?? true
    )
  }

  private async sendToSleeper(
    id: string,
    make: (state: ExecutionState) => ExecutionEvent | undefined,
  ): Promise<boolean> {
    const sent = await this.oneAtATime.take(id, async () => {
      if (this.drives.has(id)) return 'is awake'
      const stored = await this.needs.journal.load(id)
      if (stored === undefined) return false
      const { record, events } = stored
      const state = await foldInSlices(indexed(record.plan), events)
      if (this.isClosed) throw new Suspension(CLOSED)
      const event = make(state)
      if (event === undefined) return false
      apply(state, event)
      const head = { ...headOf(record, state), ...takeQuestions(record, state) }
      await this.needs.journal.append(id, events.length, [event], head).catch((error: unknown) => {
        this.needs.onFault?.(id, error, events.length)
        throw error
      })
      this.needs.onEvents?.({ record, events: [event], length: events.length + 1, state })
      if (state.finishedAt === undefined && !this.isClosed) this.enter(newDrive(record, state, events.length + 1))
      return true
    })
    return sent === 'is awake' ? this.send(id, make) : sent
  }

  /** Work on executions that are not in memory: E3. */
  private readonly oneAtATime = new OneAtATime()

  private readonly waiters = new Waiters()

  private deliver(drive: Drive, event: ExecutionEvent, isPatient = false): Promise<true> {
    const durable = this.waiters.waitFor(event, isPatient)
    drive.inbox.push(event)
    void this.pump(drive)
    return durable
  }

  /** Starts no step any more. Resolves when no step runs but those of executions that `isIdle` names. */
  async drain(isIdle: (id: string) => boolean): Promise<void> {
    this.drained = { ...Promise.withResolvers<void>(), isIdle }
    this.look()
    await this.drained.promise
  }

  private drained: (PromiseWithResolvers<void> & { readonly isIdle: (id: string) => boolean }) | undefined

  /** Looks whether what `drain` waits for has come. */
  look(): void {
    const { drained } = this
    if (drained !== undefined && [...this.drives.keys()].every(drained.isIdle)) drained.resolve()
  }

  /** Stops driving: running nodes are aborted, nothing more is written, everything can be taken up again. */
  async close(): Promise<void> {
    this.isClosed = true
    this.closing.abort()
    for (const drive of this.drives.values()) {
      stopAll(drive)
      this.giveUp(drive, new Suspension(CLOSED))
      drive.left.resolve()
    }
    this.drives.clear()
    this.look()
  }

  /** Runs what has just begun. Other steps that should be running a crash cut off: run again, or fail, as their node says. */
  private recover(drive: Drive, begun: readonly Step[]): void {
    const failure = this.unrecorded.delete(drive.record.id) ? UNRECORDED : CUT_OFF
    for (const step of begun) this.launch(drive, step)
    for (const step of drive.state.active) {
      if (step.status !== 'running' || step.loop !== undefined || drive.running.has(step)) continue
      const node = drive.record.plan.nodes[step.node]
      if (node !== undefined && this.needs.runner.mayRunAgain(node.type, node.config)) this.launch(drive, step)
      else drive.inbox.push(this.dated({ type: 'step-failed', ...placeOf(step), failure }))
    }
  }

  /** Writes what happened, applies it, decides, and again, until there is nothing to do but wait. */
  private async pump(drive: Drive): Promise<void> {
    if (drive.isBusy) return
    drive.isBusy = true
    try {
      while (!this.isClosed) {
        const begun: Step[] = []
        const events = drive.inbox.length > 0 ? drive.inbox : this.decided(drive, begun)
        if (events.length === 0) break
        drive.inbox = []
        this.fold(drive, events, begun)
        drive.writing = events
        drive.appending = this.append(drive, events)
        await drive.appending
        this.tell(drive, events)
        if (this.isClosed) return
        for (const step of begun) this.launch(drive, step)
        abortOrphans(drive)
      }
    } catch (error) {
      // The journal refused for good. The history is whole; the next drive goes on from there.
      this.unrecorded.add(drive.record.id)
      stopAll(drive)
      this.giveUp(drive, error)
      this.leave(drive)
      this.needs.onFault?.(drive.record.id, error, drive.length)
      return
    } finally {
      drive.isBusy = false
    }
    if (drive.running.size === 0) this.leave(drive)
  }

  /**
   * Applied before it is durable, but told to nobody: should the write fail, this state is thrown away with the drive,
   * and the next one is folded from what was written. What the events entail without anything being run (the end, the
   * rounds of a loop, the starts of what follows) is added to them: one append for both, and nothing runs before it.
   */
  private fold(drive: Drive, events: ExecutionEvent[], begun: Step[]): void {
    for (const event of events) apply(drive.state, event)
    const given = events.length
    for (const decision of decide(drive.state)) {
      if (decision.do === 'record') events.push(this.dated(decision.event))
      else if (this.drained === undefined && this.isStartedFirst(drive, decision.step))
        events.push(this.startOf(decision.step, begun))
    }
    for (let at = given; at < events.length; at++) apply(drive.state, events[at] as ExecutionEvent)
  }

  private append(drive: Drive, events: readonly ExecutionEvent[]): Promise<void> {
    return append(drive, events, {
      ...this.needs,
      signal: this.closing.signal,
      onStalled: (error) => {
        this.waiters.rejectCallers(drive.writing, error)
        // What was not being written is dropped: a caller that was refused finds nothing changed.
        drive.inbox = this.waiters.rejectCallers(drive.inbox, error)
      },
    })
  }

  /** Tells of events that have become durable. */
  private tell(drive: Drive, events: readonly ExecutionEvent[]): void {
    drive.length += events.length
    this.waiters.isDurable(events)
    this.needs.onEvents?.({ record: drive.record, events, length: drive.length, state: drive.state })
  }

  /** What the history asks for now: events that follow from it, results of quick steps, starts of the others. */
  private decided(drive: Drive, begun: Step[]): ExecutionEvent[] {
    const events: ExecutionEvent[] = []
    for (const decision of decide(drive.state)) {
      if (decision.do !== 'record' && this.drained !== undefined) continue
      const event = decision.do === 'record' ? this.dated(decision.event) : this.begun(drive, decision.step, begun)
      if (event !== undefined) events.push(event)
    }
    return events
  }

  /** Whether a step is a node whose start is written before it runs. */
  private isStartedFirst({ record, state }: Drive, step: Step): boolean {
    if (step.loop !== undefined || pinnedOutcome(state, step) !== undefined) return false
    const node = record.plan.nodes[step.node]
    return node !== undefined && !this.needs.runner.isQuick(node.type)
  }

  private startOf(step: Step, begun: Step[]): ExecutionEvent {
    begun.push(step)
    return this.dated({ type: 'step-started', ...placeOf(step), attempt: nextAttempt(step) })
  }

  private begun(drive: Drive, step: Step, begun: Step[]): ExecutionEvent | undefined {
    if (this.isStartedFirst(drive, step)) return this.startOf(step, begun)
    const pinned = pinnedOutcome(drive.state, step)
    if (pinned !== undefined) return eventOf(step, pinned, this.timing(drive))
    if (drive.running.has(step)) return undefined
    const abort = drive.spare ?? new AbortController()
    drive.spare = abort
    const task = this.taskFor(drive, step, abort.signal)
    if ('code' in task) return eventOf(step, { failure: task }, this.timing(drive))
    const outcome = attempt(() => this.needs.runner.run(task))
    if (!(outcome instanceof Promise)) return eventOf(step, withWarnings(outcome, task), this.timing(drive))
    // Not so quick after all, or the condition of a loop: its result arrives like any other.
    drive.spare = undefined
    drive.running.set(step, abort)
    void this.await(drive, step, { outcome, task })
    return undefined
  }

  private taskFor(drive: Drive, step: Step, signal: AbortSignal): Task | Failure {
    return taskFor(drive.state, step, {
      record: drive.record,
      signal,
      note: async (key, value, { logs, usage } = {}) => {
        // Whoever is no longer waited for may run on for a while; what it notes is nobody's.
        if (signal.aborted || drive.running.get(step)?.signal !== signal) throw new Error('The step is over.')
        const sofar = { ...(logs && { logs }), ...(usage && { usage }) }
        await this.deliver(drive, this.dated({ type: 'step-noted', ...placeOf(step), key, value, ...sofar }), true)
      },
    })
  }

  private timing(drive: Drive) {
    return { at: this.needs.clock.now(), ms: 0, record: drive.record }
  }

  private dated(event: Undated): ExecutionEvent {
    return { ...event, at: this.needs.clock.now() } as ExecutionEvent
  }

  /** Runs a step whose start is on disk. */
  private launch(drive: Drive, step: Step): void {
    if (drive.running.has(step)) return
    const abort = new AbortController()
    drive.running.set(step, abort)
    const task = this.taskFor(drive, step, abort.signal)
    const outcome = 'code' in task ? { failure: task } : attempt(() => this.needs.runner.run(task))
    void this.await(drive, step, { outcome, task })
  }

  private async await(
    drive: Drive,
    step: Step,
    { outcome, task }: { outcome: Outcome | Promise<Outcome>; task: Task | Failure },
  ): Promise<void> {
    const started = this.needs.clock.now()
    const limit = drive.record.plan.nodes[step.node]?.timeoutMs
    const abort = drive.running.get(step)
    const result = await boundedBy(this.needs.clock, { outcome: Promise.resolve(outcome), limit, abort })
    if (this.isClosed || drive.running.get(step) !== abort) return
    const at = this.needs.clock.now()
    const timing = { at, ms: at - started, record: drive.record }
    const event = await eventAfter(step, withWarnings(result, task), {
      timing,
      runner: this.needs.runner,
      startChild: async (request) => ('code' in task ? '' : ((await this.needs.startChild?.(task, request)) ?? '')),
    })
    if (drive.running.get(step) === abort) {
      drive.running.delete(step)
      drive.inbox.push(event)
      void this.pump(drive)
    } else if (event.type === 'step-waits' && event.child !== undefined) this.needs.onStray?.(event.child)
  }

  /** Tells those who brought something that it did not become durable here. */
  private giveUp(drive: Drive, reason: unknown): void {
    this.waiters.reject([...drive.writing, ...drive.inbox], reason)
  }

  private leave(drive: Drive): void {
    if (this.drives.get(drive.record.id) !== drive) return
    this.drives.delete(drive.record.id)
    drive.left.resolve()
    this.look()
    this.needs.onLeft?.()
  }
}
