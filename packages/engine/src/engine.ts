/**
 * The engine as the service uses it: start, cancel, pause, wake. Keeps the number of executions in memory bounded, lets
 * the rest wait as `pending` in the journal, and takes up again whatever is due: after a crash that is everything that
 * was under way, later it is every timer.
 */
import { type Heard, hear, type Said } from './answers.ts'
import { fold } from './apply.ts'
import { childEnded, mayYetWait, UntoldChildren } from './children.ts'
import type { Written } from './drive.ts'
import { Driver, type DriverNeeds } from './driver.ts'
import { dueEvent, setsTimer } from './due.ts'
import type { ExecutionEvent, LogLine, Queued, Started } from './events.ts'
import { headOf } from './head.ts'
import { Idlers } from './idlers.ts'
import { indexed } from './indexed-plan.ts'
import type { ExecutionRecord } from './ports.ts'
import type { ExecutionState } from './state.ts'
import { progressOf } from './view.ts'

export interface EngineNeeds extends DriverNeeds {
  /** Executions in memory at a time. */
  readonly maxActive: number
}

export type Launch = Omit<Started, 'type' | 'v' | 'at' | 'queued'>

export interface StartWith {
  /** Lines for its log. */
  readonly notes?: readonly LogLine[]
  /** Somebody waits for it: it does not stand in line, as long as there are not too many of that kind. */
  readonly isUrgent?: boolean
  /** Whoever waits for it is in memory until it is over, so it must not stand in line, or both would wait for ever. */
  readonly holdsPlace?: boolean
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
/** A look at the journal that is never far away, should a timer have been missed. */
const MAX_SLEEP_MS = 60_000
/** With less room than this, turns are remembered from one asking to the next. */
const FEW = 8
const MAX_SERVED = 1000
/** When the journal failed, it is tried again after this long, then after twice that, and so on. */
const FIRST_RETRY_MS = 500

export class Engine {
  private readonly needs: EngineNeeds
  private readonly driver: Driver
  /** Executions that are being written for the first time; they will need room. */
  private starting = 0
  private readonly idlers = new Idlers()
  private cancelTimer: () => void = () => {}
  /** Executions that the journal failed: they are taken up again from their history. */
  private readonly dropped = new Set<string>()
  private cancelRetry: (() => void) | undefined
  private retryMs = FIRST_RETRY_MS
  /** When each workflow was last let in, where that is scarce. */
  private readonly served = new Map<string, number>()
  private turn = 0
  /** Children that were over before their parents could hear of it. */
  private readonly untold = new UntoldChildren()
  /** Nobody is waiting to be let in, as far as we know; see `lookForNext`. */
  private isLineEmpty = false
  private isLooking = false
  private mustLookAgain = false
  private isClosed = false

  constructor(needs: EngineNeeds) {
    this.needs = needs
    this.driver = new Driver({
      ...needs,
      onEvents: (written) => this.written(written),
      onLeft: () => this.lookForNext(),
      onFault: (id, error) => this.faulted(id, error),
    })
  }

  /** Takes up everything that an earlier process left; resolves when all of it is under way again. */
  async recover(): Promise<void> {
    let after = ''
    for (;;) {
      const ids = await this.needs.journal.active(after, BATCH)
      for (const id of ids) await this.takeUp(id)
      const last = ids.at(-1)
      if (last === undefined) break
      after = last
    }
    this.look()
  }

  private async takeUp(id: string): Promise<void> {
    const known = await this.view(id)
    if (known === undefined) return
    if (known.state.finishedAt !== undefined) return this.tellParent(known.record, known.state)
    if (await this.isOrphan(known.record)) await this.cancel(id)
    else void this.watch(id, this.driver.drive(id))
  }

  /** A child whose parent is over has nobody to work for. */
  private async isOrphan({ parent }: ExecutionRecord): Promise<boolean> {
    return parent !== undefined && (await this.view(parent.execution))?.state.finishedAt !== undefined
  }

  /** Makes an execution that runs as soon as there is room, or at once if it is urgent. Durable when it resolves. */
  async start(
    record: ExecutionRecord,
    launch: Launch,
    { notes = [], isUrgent = false, holdsPlace }: StartWith = {},
  ): Promise<void> {
    const at = this.needs.clock.now()
    const events: ExecutionEvent[] = [{ type: 'started', v: 1, at, ...launch, queued: true }, ...logged(notes, at)]
    const room = this.needs.maxActive * (isUrgent ? URGENT_ROOM : 1)
    const isFull = holdsPlace !== true && this.taken >= room
    if (isFull) await this.queueUp(() => this.create(record, events))
    else await this.startNow(record, [...events, { type: 'released', at }])
    // Whoever left while this was being written looked before it was there to be seen.
    if (launch.timeoutMs !== undefined || (isFull && this.hasRoom)) this.look()
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
      this.lookForNext()
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
    await this.create(record, [{ type: 'started', v: 1, at, ...launch }, ...logged(notes, at)])
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
    const sent = await this.queueUp(() =>
      this.driver.send(id, ({ root, finishedAt, isQueued }) =>
        root === undefined && finishedAt === undefined && !isQueued
          ? { type: 'queued', at: this.needs.clock.now(), ...launch }
          : undefined,
      ),
    )
    if (sent) this.look()
    return sent
  }

  /** The history of an execution and what it adds up to. */
  async view(id: string): Promise<Known | undefined> {
    const stored = await this.needs.journal.load(id)
    return stored && { ...stored, state: fold(indexed(stored.record.plan), stored.events) }
  }

  /** How far an execution in memory is. It may be ahead by what is just being written, but never by an end. */
  glance(id: string): { readonly progress: number; readonly updatedAt: number } | undefined {
    const state = this.driver.stateOf(id)?.state
    if (state === undefined || state.root === undefined || state.finishedAt !== undefined) return undefined
    return { progress: progressOf(state), updatedAt: state.updatedAt }
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

  /** Nothing new is taken up, running nodes are aborted. The journal has everything. */
  async close(): Promise<void> {
    this.isClosed = true
    this.cancelTimer()
    this.cancelRetry?.()
    await this.driver.close()
  }

  private written(written: Written): void {
    const { record, events, state } = written
    this.retryMs = FIRST_RETRY_MS
    this.needs.onEvents?.(written)
    for (const child of this.untold.takeFor(record.id, events)) {
      this.hearChild(child).catch((error: unknown) => this.faulted(child, error))
    }
    if (state.finishedAt !== undefined) {
      void this.tellParent(record, state).catch((error: unknown) => this.faulted(record.id, error))
      for (const { child, status } of state.steps) {
        if (child && status === 'cancelled') this.cancel(child).catch((error: unknown) => this.faulted(child, error))
      }
      this.lookForNext()
    } else if (events.some(setsTimer)) this.look()
  }

  private async tellParent(record: ExecutionRecord, state: ExecutionState): Promise<void> {
    const { parent, id } = record
    if (parent === undefined) return
    let isEarly = false
    await this.send(parent.execution, (above) => {
      isEarly = mayYetWait(above, parent)
      if (isEarly) this.untold.add(id, parent)
      return childEnded(above, { id, state, at: this.needs.clock.now() })
    })
    // As long as its parent does not know of it, it is work to be found after a crash.
    if (!isEarly) await this.needs.journal.setHead(id, { ...headOf(record, state), isActive: false })
  }

  /** A child may be over before its parent has written down that it waits for it, and then told nobody. */
  private async hearChild(child: string): Promise<void> {
    const known = await this.view(child)
    if (known?.state.finishedAt !== undefined) await this.tellParent(known.record, known.state)
  }

  private async watch(id: string, driven: Promise<void>): Promise<void> {
    await driven.catch((error: unknown) => this.faulted(id, error))
    this.lookForNext()
  }

  private faulted(id: string, error: unknown): void {
    void this.isGone(id).then((isGone) => {
      if (!isGone) this.tryAgainLater(id, error)
    })
  }

  /** What was deleted while it ran can be written no more, and that is no fault. */
  private async isGone(id: string): Promise<boolean> {
    if (id === '') return false
    return this.needs.journal.load(id).then(
      (stored) => stored === undefined,
      () => false,
    )
  }

  private tryAgainLater(id: string, error: unknown): void {
    this.needs.onFault?.(id, error)
    if (this.isClosed) return
    if (id !== '') this.dropped.add(id)
    this.cancelRetry ??= this.needs.clock.at(this.needs.clock.now() + this.retryMs, () => this.retry())
  }

  private retry(): void {
    this.cancelRetry = undefined
    this.retryMs = Math.min(this.retryMs * 2, MAX_SLEEP_MS)
    const ids = [...this.dropped]
    this.dropped.clear()
    for (const id of ids) this.takeUp(id).catch((error: unknown) => this.faulted(id, error))
    this.look()
  }

  /** Does something that may put an execution in line. */
  private async queueUp<T>(work: () => Promise<T>): Promise<T> {
    this.isLineEmpty = false
    const done = await work()
    // Once more, for whoever looked before it was there to be seen.
    this.isLineEmpty = false
    return done
  }

  /** There is room for another one. Most of the time nobody stands in line, and the journal need not be asked. */
  private lookForNext(): void {
    if (!this.isLineEmpty) this.look()
  }

  /** Looks for what is due or may start: now, and again when the next thing is due. */
  private look(): void {
    this.mustLookAgain = true
    if (this.isLooking || this.isClosed) return
    this.isLooking = true
    void this.lookUntilDone()
  }

  private async lookUntilDone(): Promise<void> {
    try {
      while (this.mustLookAgain && !this.isClosed) {
        this.mustLookAgain = false
        await this.lookOnce()
      }
    } catch (error) {
      this.faulted('', error)
    } finally {
      this.isLooking = false
    }
  }

  private async lookOnce(): Promise<void> {
    const { journal, clock, maxActive } = this.needs
    const due = await journal.due(clock.now(), BATCH)
    for (const id of due) await this.wake(id)
    const room = maxActive - this.taken
    this.isLineEmpty = room > 0
    for (const id of room > 0 ? await this.nextInLine(room) : []) {
      this.isLineEmpty = false
      if (this.taken >= maxActive) break
      await this.admit(id)
    }
    if (this.isClosed) return
    const next = due.length < BATCH ? await journal.nextDue() : clock.now()
    this.cancelTimer()
    this.cancelTimer = clock.at(Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + MAX_SLEEP_MS), () =>
      this.look(),
    )
  }

  /**
   * Who is let in. The journal's order takes turns between workflows within one asking; when only a few are let in at a
   * time, we have to remember whose turn it was last, or the workflow with the oldest queue would always win.
   */
  private async nextInLine(room: number): Promise<readonly string[]> {
    const ids = await this.needs.journal.pending(Math.max(room, FEW))
    if (ids.length <= room || room >= FEW) return ids.slice(0, room)
    const line = await Promise.all(
      ids.map(async (id) => ({ id, workflow: (await this.needs.journal.load(id))?.record.workflowId ?? '' })),
    )
    const served = (workflow: string) => this.served.get(workflow) ?? 0
    const chosen = line.sort((a, b) => served(a.workflow) - served(b.workflow)).slice(0, room)
    for (const { workflow } of chosen) {
      this.served.delete(workflow)
      this.served.set(workflow, ++this.turn)
    }
    for (const oldest of this.served.keys()) {
      if (this.served.size <= MAX_SERVED) break
      this.served.delete(oldest)
    }
    return chosen.map(({ id }) => id)
  }

  private async admit(id: string): Promise<void> {
    await this.send(id, ({ root }) =>
      root === undefined ? { type: 'released', at: this.needs.clock.now() } : undefined,
    )
  }

  /** Tells an execution everything whose time has come. */
  private async wake(id: string): Promise<void> {
    const at = this.needs.clock.now()
    while (await this.send(id, (state) => dueEvent(state, at)));
  }
}

function logged(notes: readonly LogLine[], at: number): ExecutionEvent[] {
  return notes.map((line) => ({ type: 'logged', at, ...line }))
}
