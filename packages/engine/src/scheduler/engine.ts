/**
 * The engine as the service uses it: start, cancel, pause, resume, answer. Limits the number of executions in memory;
 * others are queued in the journal. Resumes executions that are due: after a crash all that were running, later those
 * with a timer.
 */
import { apply, fold } from '../core/apply.ts'
import { newChange } from '../core/change.ts'
import type { ExecutionEvent, Failure, LogLine, Queued } from '../core/events.ts'
import { type Launch, openingEvents } from '../core/launch.ts'
import type { ExecutionState } from '../core/state.ts'
import { Driver } from '../driver/driver.ts'
import { indexed } from '../driver/history.ts'
import { untilCreated, whileTransient } from '../driver/journal-retry.ts'
import type { DriverNeeds, ExecutionRecord, StoredExecution, Written } from '../ports.ts'
import { WaitingParents } from './admission.ts'
import { type AnswerResult, type GivenAnswer, sendAnswer } from './answers.ts'
import { Dispatcher } from './dispatcher.ts'
import type { ExecutionEngine, Glance, Known, StartOptions } from './execution-engine.ts'
import { type Operation, operationEvent } from './operations.ts'
import { ParentNotifier } from './parent-notifier.ts'
import { Restarts } from './restarts.ts'
import { createStored, viewStored } from './stored.ts'
import { setsTimer } from './timers.ts'

export interface EngineNeeds extends Omit<DriverNeeds, 'onLeft' | 'onFault' | 'onStray'> {
  /** Called when the journal failed; the engine retries. */
  readonly onFault?: (execution: string, error: unknown) => void
  /** The number of slots: executions in memory at a time. */
  readonly maxActive: number
  /** The largest value on one port; default: no limit. */
  readonly maxValueBytes?: number
  /** True while timers, queued executions and parents of ended ones must wait; `recover` continues them. Default: never. */
  readonly isHeld?: () => boolean
}

/** Urgent executions may use this many times the slots. */
const URGENT_FACTOR = 2
/** Waiting parents take no slot, up to this many times the slots: memory is finite. */
const WAITING_FACTOR = 10
/** The number of executions that are resumed at a time after a crash. */
const BATCH = 100

type MakeEvent = (state: ExecutionState) => ExecutionEvent | undefined

export class Engine implements ExecutionEngine {
  readonly #needs: EngineNeeds
  readonly #driver: Driver
  readonly #dispatcher: Dispatcher
  readonly #restarts: Restarts
  readonly #parents: ParentNotifier
  readonly #waitingParents = new WaitingParents()
  /** Executions that are being created and will need a slot. */
  #starting = 0
  #isDraining = false
  #isClosed = false

  constructor(needs: EngineNeeds) {
    this.#needs = needs
    this.#dispatcher = new Dispatcher({
      journal: needs.journal,
      clock: needs.clock,
      freeSlots: () => needs.maxActive - this.#slotsInUse,
      send: (id, make) => this.#send(id, make),
      isHeld: needs.isHeld,
      onFault: (error) => this.#restarts.add('', error),
    })
    this.#restarts = new Restarts({
      ...needs,
      restart: (failed) => {
        for (const [id, published] of failed) this.#takeUpSafely(id, published)
        this.#dispatcher.run()
      },
    })
    this.#driver = new Driver({
      ...needs,
      onEvents: (written) => this.#written(written),
      onLeft: () => this.#dispatcher.slotIsFree(),
      onFault: (id, error, published) => this.#restarts.add(id, error, published),
      onStray: (child) => this.#takeUpSafely(child),
      // Safe to repeat: the id of a child is derived from the step.
      startChild: async (task, request) => {
        const start = async () => (await needs.startChild?.(task, request)) ?? ''
        return whileTransient(start, { clock: needs.clock, signal: task.signal })
      },
    })
    this.#parents = new ParentNotifier({
      ...needs,
      driver: this.#driver,
      view: (id) => this.view(id),
      cancel: (id) => this.cancel(id),
      takeUp: (id) => this.#takeUpSafely(id),
      onFault: (id, error) => this.#restarts.add(id, error),
    })
  }

  /** Resumes every execution that an earlier process left active. */
  async recover(): Promise<void> {
    let after = ''
    for (;;) {
      const ids = await this.#needs.journal.active(after, BATCH)
      // An execution that cannot be resumed must not block the others.
      for (const id of ids) await this.#takeUp(id).catch((error: unknown) => this.#restarts.add(id, error))
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
    this.#dispatcher.run()
  }

  async #takeUp(id: string, published?: number): Promise<void> {
    const known = await this.view(id)
    if (known === undefined || this.#isClosed) return
    const { record, events, state } = known
    if (published !== undefined && published < events.length) this.#publishMissed(known, published)
    else if (state.finishedAt !== undefined) await this.#parents.notify(record, state)
    if (state.finishedAt !== undefined) return
    if (await this.#parents.isOrphan(record)) await this.cancel(id)
    else void this.#watch(id, this.#driver.drive(id))
  }

  #takeUpSafely(id: string, published?: number): void {
    this.#takeUp(id, published).catch((error: unknown) => this.#restarts.add(id, error, published))
  }

  /** Publishes events of an append that seemed to fail and was written. */
  #publishMissed({ record, events }: Known, published: number): void {
    const state = fold(indexed(record.plan), events.slice(0, published))
    const missed = events.slice(published)
    const change = newChange()
    for (const event of missed) apply(state, event, change)
    this.#written({ record, events: missed, length: events.length, change, state })
  }

  /** Creates an execution that runs as soon as a slot is free. Durable when it resolves. */
  start(record: ExecutionRecord, launch: Launch, options: StartOptions = {}): Promise<void> {
    const { journal, clock } = this.#needs
    const { signal } = options
    if (signal === undefined) return this.#startOnce(record, launch, options)
    const isCreated = () =>
      journal.load(record.id).then(
        (stored) => stored !== undefined,
        () => false,
      )
    return untilCreated(() => this.#startOnce(record, launch, options), { clock, signal, isCreated })
  }

  #startOnce(
    record: ExecutionRecord,
    launch: Launch,
    { notes = [], isUrgent = false, holdsPlace = false }: StartOptions,
  ): Promise<void> {
    const at = this.#needs.clock.now()
    const events = openingEvents(launch, { at, notes, queued: true, maxValueBytes: this.#needs.maxValueBytes })
    const slots = this.#needs.maxActive * (isUrgent ? URGENT_FACTOR : 1)
    const isFull = !holdsPlace && (this.#isDraining || this.#slotsInUse >= slots)
    if (isFull) return this.#enqueue(record, events, launch)
    events.push({ type: 'released', at })
    return this.#startNow(record, events, launch)
  }

  async #enqueue(record: ExecutionRecord, events: readonly ExecutionEvent[], launch: Launch): Promise<void> {
    await this.#dispatcher.whileQueueing(() => this.#create(record, events))
    // A slot may have become free before this execution was in the queue.
    if (launch.timeoutMs !== undefined || this.hasRoom) this.#dispatcher.run()
  }

  async #startNow(record: ExecutionRecord, events: readonly ExecutionEvent[], launch: Launch): Promise<void> {
    this.#starting++
    try {
      const { left } = await this.#driver.begin(record, events)
      if (left === undefined) this.#dispatcher.slotIsFree()
      else void this.#watch(record.id, left)
    } finally {
      this.#starting--
    }
    if (launch.timeoutMs !== undefined) this.#dispatcher.run()
  }

  /** True if an execution that is started now runs at once. */
  get hasRoom(): boolean {
    return this.#slotsInUse < this.#needs.maxActive
  }

  get #slotsInUse(): number {
    const waiting = Math.min(this.#waitingParents.size, this.#needs.maxActive * WAITING_FACTOR)
    return this.#driver.size + this.#starting - waiting
  }

  /** Waits, within a step, for another execution. Meanwhile the execution of the step takes no slot. */
  async idle<T>(id: string, wait: () => Promise<T>): Promise<T> {
    return this.#waitingParents.during(id, () => {
      this.#driver.checkDrained()
      this.#dispatcher.slotIsFree()
      return wait()
    })
  }

  /** Creates an execution that waits for `release`. */
  async prepare(record: ExecutionRecord, launch: Launch, notes: readonly LogLine[] = []): Promise<void> {
    const at = this.#needs.clock.now()
    await this.#create(record, openingEvents(launch, { at, notes, maxValueBytes: this.#needs.maxValueBytes }))
  }

  async #create(record: ExecutionRecord, events: readonly ExecutionEvent[]): Promise<void> {
    await createStored(record, events, this.#needs)
  }

  /** Queues an execution that `prepare` created; false if it is queued, running or over already. */
  async release(id: string, launch: Omit<Queued, 'type' | 'at'> = {}): Promise<boolean> {
    const sent = await this.#dispatcher.whileQueueing(() => this.#operate(id, { op: 'release', launch }))
    if (sent) this.#dispatcher.run()
    return sent
  }

  /** Appends lines to the log of an execution that is not over. */
  async note(id: string, notes: readonly LogLine[]): Promise<void> {
    for (const line of notes) await this.#operate(id, { op: 'note', line })
  }

  /** The history of an execution. */
  history(id: string): Promise<StoredExecution | undefined> {
    return this.#needs.journal.load(id)
  }

  /** The history of an execution and its folded state. */
  view(id: string): Promise<Known | undefined> {
    return viewStored(id, this.#needs.journal)
  }

  /** The progress of an execution in memory, as of its last durable event. */
  glance(id: string): Glance | undefined {
    return this.#driver.glance(id)
  }

  /** Ends an execution as cancelled; false if it is over already. Durable when it resolves. */
  cancel(id: string): Promise<boolean> {
    return this.#operate(id, { op: 'cancel' })
  }

  /** Ends an execution as failed; false if it is over already. Durable when it resolves. */
  fail(id: string, failure: Failure): Promise<boolean> {
    return this.#operate(id, { op: 'set-failed', failure })
  }

  /** Starts no more steps until `resume`; running steps continue. */
  pause(id: string): Promise<boolean> {
    return this.#operate(id, { op: 'pause' })
  }

  resume(id: string): Promise<boolean> {
    return this.#operate(id, { op: 'resume' })
  }

  #operate(id: string, operation: Operation): Promise<boolean> {
    return this.send(id, (state) => operationEvent(operation, state, this.#needs.clock.now()))
  }

  /** Sends a person's answer to the execution that asked. */
  answer(given: GivenAnswer): Promise<AnswerResult> {
    return sendAnswer(given, {
      now: () => this.#needs.clock.now(),
      send: (id, make) => this.send(id, make),
      recordOf: async (id) => this.#driver.recordOf(id) ?? (await this.#needs.journal.load(id))?.record,
    })
  }

  /**
   * Sends an event to an execution. Durable when it resolves: false if the execution is over or the event had no effect.
   * The state behind that result is durable as well (E1).
   */
  async send(id: string, make: MakeEvent): Promise<boolean> {
    let settled: Promise<void> | undefined
    const sent = await this.#driver.send(id, (state) => {
      const event = state.finishedAt === undefined ? make(state) : undefined
      if (event === undefined) settled = this.#driver.settled(id)
      return event
    })
    await settled
    return sent
  }

  #send(id: string, make: MakeEvent): Promise<boolean> {
    return this.#driver.send(id, (state) => (state.finishedAt === undefined ? make(state) : undefined))
  }

  /**
   * Stops starting steps, timers and queued executions. New executions are queued for the next process. Resolves when
   * running steps have ended and their results are durable. Does not wait for steps that only wait for another
   * execution: the next process continues them from their notes.
   */
  async drain(): Promise<void> {
    this.#isDraining = true
    this.#dispatcher.stop()
    this.#restarts.close()
    await this.#driver.drain((id) => this.#waitingParents.has(id))
  }

  /** Stops resuming executions and aborts running nodes. Everything continues from the journal. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#dispatcher.stop()
    this.#restarts.close()
    await this.#driver.close()
  }

  #written(written: Written): void {
    this.#restarts.reset()
    this.#needs.onEvents?.(written)
    this.#parents.written(written)
    if (written.state.finishedAt !== undefined) this.#dispatcher.slotIsFree()
    else if (written.events.some(setsTimer)) this.#dispatcher.run()
  }

  async #watch(id: string, driven: Promise<void>): Promise<void> {
    await driven.catch((error: unknown) => this.#restarts.add(id, error))
    this.#dispatcher.slotIsFree()
  }
}
