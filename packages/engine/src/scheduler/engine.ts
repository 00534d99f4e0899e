/**
 * The engine as the service uses it: start, cancel, pause, wake. Keeps the number of executions in memory bounded, lets
 * the rest wait as `pending` in the journal, and takes up again whatever is due: after a crash that is everything that
 * was under way, later it is every timer.
 */

import { apply, fold, foldInSlices } from '../core/apply.ts'
import type { ExecutionEvent, LogLine, Queued } from '../core/events.ts'
import { type Launch, openingEvents } from '../core/launch.ts'
import { progressOf } from '../core/outputs.ts'
import { indexed } from '../core/plan-index.ts'
import type { ExecutionState } from '../core/state.ts'
import type { Written } from '../driver/active-run.ts'
import { Driver } from '../driver/driver.ts'
import { Dropped } from '../driver/journal-retry.ts'
import { keepTrying } from '../driver/keep-trying.ts'
import { whileTransient } from '../driver/patience.ts'
import { concernsOthers, headOf } from '../driver/summary.ts'
import type { DriverNeeds, ExecutionRecord, StoredExecution } from '../ports.ts'
import { type Heard, hear, type Said } from './answers.ts'
import { abandonedChildren, childEnded, isAbandoned, mayYetWait, type Parent, UntoldChildren } from './children.ts'
import { Lookout } from './dispatcher.ts'
import { setsTimer } from './timers.ts'
import { Idlers } from './waiting-parents.ts'

export interface EngineNeeds extends Omit<DriverNeeds, 'onLeft' | 'onFault' | 'onStray'> {
  /** The journal failed; it is tried again. */
  readonly onFault?: (execution: string, error: unknown) => void
  /** Executions in memory at a time. */
  readonly maxActive: number
  /** Largest value on one port; no limit if not given. */
  readonly maxValueBytes?: number
}

export interface StartWith {
  /** Lines for its log. */
  readonly notes?: readonly LogLine[]
  /** Somebody waits for it: it does not stand in line, as long as there are not too many of that kind. */
  readonly isUrgent?: boolean
  /** Whoever waits for it is in memory until it is over, so it must not stand in line, or both would wait for ever. */
  readonly holdsPlace?: boolean
  /** Of a step that calls it. Should the journal fail, it is tried again for a while, as the step itself would be. */
  readonly signal?: AbortSignal
}

export interface Known {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  readonly state: ExecutionState
}

/** Those that somebody waits for may be this many times as many as there is room for. */
const URGENT_ROOM = 2
/** Those that only wait for others take no place, up to this many times as many as there is room for: memory is finite. */
const IDLE_ROOM = 10
/** How many executions are taken up at a time when many are due. */
const BATCH = 100

/** Progress of an execution whose end is not durable yet. */
const MAX_UNFINISHED_PROGRESS = 99

export class Engine {
  private readonly needs: EngineNeeds
  private readonly driver: Driver
  /** Executions that are being written for the first time; they will need room. */
  private starting = 0
  private readonly idlers = new Idlers()
  private readonly dropped: Dropped
  private readonly lookout: Lookout
  /** Children that were over before their parents could hear of it. */
  private readonly untold = new UntoldChildren()
  private isDraining = false
  private isClosed = false

  constructor(needs: EngineNeeds) {
    this.needs = needs
    this.lookout = new Lookout({
      ...needs,
      room: () => needs.maxActive - this.taken,
      send: (id, make) => this.send(id, make),
      onFault: (error) => this.dropped.add('', error),
    })
    this.dropped = new Dropped({
      ...needs,
      retry: (dropped) => {
        for (const [id, told] of dropped) this.takeUpSafely(id, told)
        this.lookout.look()
      },
    })
    this.driver = new Driver({
      ...needs,
      onEvents: (written) => this.written(written),
      onLeft: () => this.lookout.lookForNext(),
      onFault: (id, error, told) => this.dropped.add(id, error, told),
      onStray: (child) => this.takeUpSafely(child),
      // As patient as writing is: the id of a child follows from the step, so a second try is safe.
      startChild: async (task, request) => {
        const start = async () => (await needs.startChild?.(task, request)) ?? ''
        return whileTransient(start, { clock: needs.clock, signal: task.signal })
      },
    })
  }

  /** Takes up everything that an earlier process left; resolves when all of it is under way again. */
  async recover(): Promise<void> {
    let after = ''
    for (;;) {
      const ids = await this.needs.journal.active(after, BATCH)
      // One that cannot be taken up is no reason to leave the others.
      for (const id of ids) await this.takeUp(id).catch((error: unknown) => this.dropped.add(id, error))
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
    this.lookout.look()
  }

  private async takeUp(id: string, told?: number): Promise<void> {
    const known = await this.view(id)
    if (known === undefined || this.isClosed) return
    const { record, events, state } = known
    if (told !== undefined && told < events.length) this.catchUp(known, told)
    else if (state.finishedAt !== undefined) await this.tellOthers(record, state)
    if (state.finishedAt !== undefined) return
    if (await this.isOrphan(record)) await this.cancel(id)
    else void this.watch(id, this.driver.drive(id))
  }

  private takeUpSafely(id: string, told?: number): void {
    this.takeUp(id, told).catch((error: unknown) => this.dropped.add(id, error, told))
  }

  /** A write may have failed for us and been made all the same: whoever watches is told of it now. */
  private catchUp({ record, events }: Known, told: number): void {
    const state = fold(indexed(record.plan), events.slice(0, told))
    const untold = events.slice(told)
    for (const event of untold) apply(state, event)
    this.written({ record, events: untold, length: events.length, state })
  }

  /** A child whose parent is over has nobody to work for. */
  private async isOrphan(record: ExecutionRecord): Promise<boolean> {
    const above = record.parent && (await this.view(record.parent.execution))
    return above !== undefined && isAbandoned(above.state, record)
  }

  /** Makes an execution that runs as soon as there is room, or at once if it is urgent. Durable when it resolves. */
  start(record: ExecutionRecord, launch: Launch, options: StartWith = {}): Promise<void> {
    const { journal, clock } = this.needs
    const { signal } = options
    if (signal === undefined) return this.startOnce(record, launch, options)
    const isDone = () => journal.load(record.id).then((stored) => stored !== undefined, isUnknown)
    return keepTrying(() => this.startOnce(record, launch, options), { clock, signal, isDone })
  }

  private async startOnce(
    record: ExecutionRecord,
    launch: Launch,
    { notes = [], isUrgent = false, holdsPlace }: StartWith,
  ): Promise<void> {
    const at = this.needs.clock.now()
    const events = openingEvents(launch, { at, notes, queued: true })
    const room = this.needs.maxActive * (isUrgent ? URGENT_ROOM : 1)
    const isFull = holdsPlace !== true && (this.isDraining || this.taken >= room)
    if (isFull) await this.lookout.queueUp(() => this.create(record, events))
    else await this.startNow(record, [...events, { type: 'released', at }])
    // Whoever left while this was being written looked before it was there to be seen.
    if (launch.timeoutMs !== undefined || (isFull && this.hasRoom)) this.lookout.look()
  }

  /** Whether what is started now runs at once. */
  get hasRoom(): boolean {
    return this.taken < this.needs.maxActive
  }

  /** Places that are taken. */
  private get taken(): number {
    return this.driver.size + this.starting - Math.min(this.idlers.size, this.needs.maxActive * IDLE_ROOM)
  }

  /** Waits within a step of an execution for something that another execution does; meanwhile a third one may run. */
  async idle<T>(id: string, wait: () => Promise<T>): Promise<T> {
    return this.idlers.during(id, () => {
      this.driver.look()
      this.lookout.lookForNext()
      return wait()
    })
  }

  private async startNow(record: ExecutionRecord, events: readonly ExecutionEvent[]): Promise<void> {
    this.starting++
    try {
      const { left } = await this.driver.begin(record, events)
      void this.watch(record.id, left)
    } finally {
      this.starting--
    }
  }

  /** Makes an execution that waits to be let go. */
  async prepare(record: ExecutionRecord, launch: Launch, notes: readonly LogLine[] = []): Promise<void> {
    const at = this.needs.clock.now()
    await this.create(record, openingEvents(launch, { at, notes }))
  }

  /** Writes lines into the log of an execution that is not over. */
  async note(id: string, notes: readonly LogLine[]): Promise<void> {
    for (const line of notes) await this.send(id, () => ({ type: 'logged', at: this.needs.clock.now(), ...line }))
  }

  private async create(record: ExecutionRecord, events: readonly ExecutionEvent[]): Promise<void> {
    const state = fold(indexed(record.plan), events)
    await this.needs.journal.create(record, events, headOf(record, state))
    this.needs.onEvents?.({ record, events, length: events.length, state })
  }

  /** Lets a waiting execution go; false when it is under way or over already. */
  async release(id: string, launch: Omit<Queued, 'type' | 'at'> = {}): Promise<boolean> {
    const sent = await this.lookout.queueUp(() =>
      this.driver.send(id, ({ root, finishedAt, isQueued }) =>
        root === undefined && finishedAt === undefined && !isQueued
          ? { type: 'queued', at: this.needs.clock.now(), ...launch }
          : undefined,
      ),
    )
    if (sent) this.lookout.look()
    return sent
  }

  /** The history of an execution alone. */
  history(id: string): Promise<StoredExecution | undefined> {
    return this.needs.journal.load(id)
  }

  /** The history of an execution and what it adds up to. */
  async view(id: string): Promise<Known | undefined> {
    const stored = await this.needs.journal.load(id)
    return stored && { ...stored, state: await foldInSlices(indexed(stored.record.plan), stored.events) }
  }

  /** How far an execution in memory is. It may be ahead by what is being written, but does not show an end before that is durable. */
  glance(id: string): { readonly progress: number; readonly updatedAt: number } | undefined {
    const state = this.driver.stateOf(id)?.state
    if (state === undefined || state.root === undefined) return undefined
    return { progress: Math.min(progressOf(state), MAX_UNFINISHED_PROGRESS), updatedAt: state.updatedAt }
  }

  /** Ends an execution as cancelled; false when it is over already. Durable when it resolves. */
  cancel(id: string): Promise<boolean> {
    return this.send(id, () => ({ type: 'finished', at: this.needs.clock.now(), status: 'cancelled' }))
  }

  /** Starts nothing new until it is resumed; what runs goes on. */
  pause(id: string): Promise<boolean> {
    return this.send(id, ({ isPaused }) => (isPaused ? undefined : { type: 'paused', at: this.needs.clock.now() }))
  }

  resume(id: string): Promise<boolean> {
    return this.send(id, ({ isPaused }) => (isPaused ? { type: 'resumed', at: this.needs.clock.now() } : undefined))
  }

  /** Brings what a person says to the execution that asked. */
  hear(said: Said): Promise<Heard> {
    return hear(said, {
      now: () => this.needs.clock.now(),
      send: (id, make) => this.send(id, make),
      recordOf: async (id) => this.driver.stateOf(id)?.record ?? (await this.needs.journal.load(id))?.record,
    })
  }

  /** Brings an event to an execution that is not over; false when it is, or when there is nothing to bring. */
  send(id: string, make: (state: ExecutionState) => ExecutionEvent | undefined): Promise<boolean> {
    return this.driver.send(id, (state) => (state.finishedAt === undefined ? make(state) : undefined))
  }

  /**
   * Starts nothing any more: no step, no timer, nothing that is queued; what is started now is queued for the next process.
   * Resolves when the steps that run have ended and their results are written. Steps that only wait for another execution
   * are not waited for: they are taken up from their notes.
   */
  async drain(): Promise<void> {
    this.isDraining = true
    this.lookout.stop()
    this.dropped.close()
    await this.driver.drain((id) => this.idlers.has(id))
  }

  /** Nothing new is taken up, running nodes are aborted. The journal has everything. */
  async close(): Promise<void> {
    this.isClosed = true
    this.lookout.stop()
    this.dropped.close()
    await this.driver.close()
  }

  private written(written: Written): void {
    const { record, events, state } = written
    this.dropped.calm()
    this.needs.onEvents?.(written)
    const isOver = state.finishedAt !== undefined
    for (const child of this.untold.takeFor(record.id, events)) {
      // A child that was started just when its parent ended is one too many.
      if (isOver) this.takeUpSafely(child)
      else this.hearChild(child).catch((error: unknown) => this.dropped.add(child, error))
    }
    if (isOver) {
      void this.tellOthers(record, state).catch((error: unknown) => this.dropped.add(record.id, error))
      this.lookout.lookForNext()
    } else if (events.some(setsTimer)) this.lookout.look()
  }

  /** Tells of an end: those whom it called that they may stop, and whoever called it. */
  private async tellOthers(record: ExecutionRecord, state: ExecutionState): Promise<void> {
    if (!concernsOthers(record, state)) return
    await Promise.all(abandonedChildren(state).map((child) => this.cancel(child)))
    const isTold = record.parent === undefined || (await this.tellParent(record, record.parent, state))
    // As long as they do not know of it, it is work to be found after a crash.
    if (isTold) await this.needs.journal.setHead(record.id, { ...headOf(record, state), isActive: false })
  }

  /** False when it is too early: the parent has yet to write down what it makes of the child. */
  private async tellParent({ id }: ExecutionRecord, parent: Parent, state: ExecutionState): Promise<boolean> {
    let isEarly = false
    let isCertain: Promise<boolean> | undefined
    const isHeard = await this.driver.send(parent.execution, (above) => {
      isCertain = this.driver.isCertain(parent.execution)
      if (above.finishedAt !== undefined) return undefined
      isEarly = mayYetWait(above, parent)
      if (isEarly) this.untold.add(id, parent)
      const { clock, maxValueBytes, runner } = this.needs
      return childEnded(above, { id, state, at: clock.now(), maxValueBytes, runner })
    })
    // A parent that wants nothing of it because of what cannot be written will want it after all.
    if (!(isHeard || isEarly) && (await isCertain) === false) throw new Error('The parent could not be written.')
    return !isEarly
  }

  /** A child may be over before its parent has written down that it waits for it, and then told nobody. */
  private async hearChild(child: string): Promise<void> {
    const known = await this.view(child)
    if (known?.state.finishedAt !== undefined) await this.tellOthers(known.record, known.state)
  }

  private async watch(id: string, driven: Promise<void>): Promise<void> {
    await driven.catch((error: unknown) => this.dropped.add(id, error))
    this.lookout.lookForNext()
  }
}

const isUnknown = () => false
