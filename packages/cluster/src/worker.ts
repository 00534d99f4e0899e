/**
 * Drives executions for Restate with the driver of the embedded engine. A request of Restate claims an execution, handles
 * its calls and timers, and drives it until it leaves memory.
 */
import {
  type Driven,
  Driver,
  dueEvent,
  type EngineNeeds,
  type ExecutionEvent,
  isSuperseded,
  isTransient,
  setsTimer,
  summaryOf,
  WaitingParents,
  type Written,
  whileTransient,
} from '@millrace/engine'
import type { Claim, ClusterStore, EngineCall } from '@millrace/store'
import type { CallClient } from './call-client.ts'
import { CallHandler } from './call-handler.ts'
import { CurrentDrivers } from './current-drivers.ts'
import { Drive, isOver, pauseUntil } from './drive.ts'
import { Family } from './family.ts'
import { OwnedJournal } from './owned-journal.ts'
import type { ClusterTiming, DriveInput, WorkerSettings } from './ports.ts'
import { replyMessage } from './reply-message.ts'
import { SharedSteps } from './shared-steps.ts'
import { Slots } from './slots.ts'
import { WorkerStops } from './worker-stops.ts'

export interface WorkerNeeds extends EngineNeeds, WorkerSettings {
  readonly cluster: ClusterStore
  readonly calls: Pick<CallClient, 'tell'>
  readonly timing: ClusterTiming
}

/** A timer that is due within this time is waited for here, not in Restate. */
const NEAR_MS = 1_000
/** The wait before an execution is loaded again after its journal failed. */
const FAULT_WAIT_MS = 1_000
/** Waiting parents take no slot, up to this many times the slots. */
const WAITING_FACTOR = 10

export class Worker {
  readonly #needs: WorkerNeeds
  readonly #journal: OwnedJournal
  readonly #driver: Driver
  readonly #handler: CallHandler
  readonly #family: Family
  readonly #slots: Slots
  readonly #drivers: CurrentDrivers
  readonly #steps: SharedSteps
  readonly #waitingParents = new WaitingParents()
  /** The requests under way, with their results: a repeated request joins the first one. */
  readonly #drives = new Map<string, { readonly drive: Drive; readonly result: Promise<number | null> }>()
  readonly #closing = new AbortController()
  readonly #stopListening: () => void
  #cancelPoll: () => void = () => {}
  #isDraining = false

  constructor(needs: WorkerNeeds) {
    this.#needs = needs
    const { journal, cluster, clock, maxActive, calls, timing } = needs
    this.#steps = new SharedSteps({
      ...needs,
      ownerOf: (id) => this.#journal.ownerOf(id),
      onFault: (id, error) => needs.onFault?.(id, error),
    })
    this.#journal = new OwnedJournal(journal, { cluster, clock, offers: this.#steps.own })
    this.#driver = new Driver({
      ...needs,
      journal: this.#journal,
      runner: { ...needs.runner, run: (task) => this.#steps.own.run(task) },
      onEvents: (written) => this.#written(written),
      onLeft: () => this.#slots.check(),
      onFault: (id, error) => this.#failed(id, error),
      // The child checks whether its parent still waits for it.
      onStray: (child) => void this.#family.cancelStray(child).catch((error: unknown) => needs.onFault?.(child, error)),
      startChild: async (task, request) => {
        const start = async () => (await needs.startChild?.(task, request)) ?? ''
        return whileTransient(start, { clock, signal: task.signal })
      },
    })
    this.#handler = new CallHandler({ ...needs, driver: this.#driver, journal: this.#journal })
    this.#family = new Family({ journal: this.#journal, calls })
    this.#slots = new Slots({ max: maxActive, inUse: () => this.#slotsInUse })
    this.#drivers = new CurrentDrivers({
      bus: cluster.bus,
      clock,
      askMs: timing.askMs,
      ownerOf: (id) => this.#journal.ownerOf(id),
      newestOwner: (id) => cluster.claims.owner(id),
      onLost: (id) => this.#driver.abandon(id, 'Another worker drives the execution.'),
      onCall: (id) => this.#called(id),
    })
    this.#stopListening = cluster.bus.onGap(() => {
      this.#checkClaims()
      this.#checkCalls()
    })
    this.#poll()
  }

  get driver(): Pick<Driver, 'glance'> {
    return this.#driver
  }

  get isStopping(): boolean {
    return this.#isDraining || this.#closing.signal.aborted
  }

  /** Drives an execution until it is over or waits; resolves with the time at which to drive it again, or null. */
  drive(id: string, input: DriveInput): Promise<number | null> {
    // Restate repeats a request whose connection was lost.
    const known = this.#drives.get(id)
    if (known !== undefined) return known.result
    if (this.isStopping) return Promise.reject(new WorkerStops())
    const drive = new Drive(id, input)
    const result = this.#run(drive).finally(() => {
      drive.disarm()
      this.#drives.delete(id)
      this.#journal.disown(id)
      this.#steps.own.forget(id)
      this.#driver.abandon(id, 'The request has ended.')
    })
    this.#drives.set(id, { drive, result })
    return result
  }

  async idle<T>(id: string, wait: () => Promise<T>): Promise<T> {
    return this.#waitingParents.during(id, () => {
      this.#driver.checkDrained()
      this.#slots.check()
      return wait()
    })
  }

  async drain(): Promise<void> {
    this.#isDraining = true
    this.#slots.close()
    for (const { drive } of this.#drives.values()) drive.interrupt()
    await Promise.all([this.#steps.drain(), this.#driver.drain((id) => this.#waitingParents.has(id))])
  }

  async close(): Promise<void> {
    this.#isDraining = true
    this.#closing.abort()
    this.#slots.close()
    this.#drivers.close()
    this.#stopListening()
    this.#cancelPoll()
    await this.#driver.close()
    await this.#steps.close()
    for (const { drive } of this.#drives.values()) drive.interrupt()
    await Promise.allSettled([...this.#drives.values()].map(({ result }) => result))
  }

  get #slotsInUse(): number {
    const waiting = Math.min(this.#waitingParents.size, this.#needs.maxActive * WAITING_FACTOR)
    return this.#driver.size - waiting
  }

  async #run(drive: Drive): Promise<number | null> {
    const { id } = drive
    const claim = await this.#claim(drive)
    if (claim === undefined) return null
    this.#journal.own(id, claim.owner)
    if (claim.hasOffers) await this.#transiently(() => this.#steps.own.adopt(id, claim.owner))
    drive.hasCalls ||= claim.hasCalls
    drive.isQueued = claim.isQueued
    drive.queue = claim.queue
    for (;;) {
      await this.#handleCalls(drive)
      if (drive.latest !== undefined && isOver(drive.latest.state)) drive.isQueued = false
      const hasSlot = drive.isQueued && (await this.#acquireSlot(drive))
      this.#refuseIfStopped(drive)
      if (drive.isQueued && !hasSlot) continue
      const driven = await this.#continue(drive, hasSlot, claim.owner > 1)
      if (driven === undefined) return null
      this.#refuseIfStopped(drive)
      const next = await this.#next(drive, driven)
      if (next !== 'again') return next
    }
  }

  /** Drives it until it leaves memory, and until the calls that were being handled are. */
  async #continue(drive: Drive, hasSlot: boolean, isRepeated: boolean): Promise<Driven | undefined> {
    const { id } = drive
    drive.isQueued = false
    let isLoaded = false
    const loaded = () => {
      if (hasSlot && !isLoaded) this.#slots.entered()
      isLoaded = true
    }
    try {
      const first = (stored: Driven) => {
        if (isRepeated && stored.record.parent !== undefined) drive.run(() => this.#cancelIfOrphan(drive, stored))
        this.#arm(drive, stored)
        // After the run is in the driver's count.
        queueMicrotask(loaded)
        return this.#firstEvents(stored, hasSlot)
      }
      const driven = await this.#transiently(() => this.#driver.resume(id, first, !isRepeated))
      do {
        await drive.idle()
        await this.#driver.whenLeft(id)
      } while (this.#driver.recordOf(id) !== undefined)
      drive.disarm()
      return drive.fault === undefined ? (drive.latest ?? driven) : driven
    } finally {
      loaded()
    }
  }

  /** The time at which to drive it again, null, or `again` if there is something to do now. */
  async #next(drive: Drive, { record, state }: Driven): Promise<number | null | 'again'> {
    const { clock } = this.#needs
    if (drive.fault !== undefined) {
      drive.fault = undefined
      drive.forget()
      await pauseUntil(clock.now() + FAULT_WAIT_MS, clock, drive.waitSignal())
      return 'again'
    }
    if (isOver(state)) await this.#transiently(() => this.#family.ended(record, state))
    if (drive.hasCalls) return 'again'
    if (isOver(state)) return null
    drive.isQueued = state.root === undefined && state.isQueued
    if (drive.isQueued) return 'again'
    const { wakeAt, isActive } = summaryOf(record, state)
    // It has left memory with steps to run: it was cut off.
    if (isActive) throw new Error(`Execution ${drive.id} was interrupted.`)
    if (wakeAt === null || wakeAt > clock.now() + NEAR_MS) return wakeAt
    await pauseUntil(wakeAt, clock, drive.waitSignal())
    return 'again'
  }

  /** Undefined if the execution was deleted. */
  async #claim({ id }: Drive): Promise<Claim | undefined> {
    const { cluster, clock, timing } = this.#needs
    for (let isForced = false; ; ) {
      this.#refuseIfClosed()
      const claim = await this.#transiently(() => cluster.claims.claim(id, { isForced }))
      if (claim === 'missing') return undefined
      if (claim !== 'in use') {
        if (isForced) this.#drivers.announce(id, claim.owner)
        return claim
      }
      isForced = !(await this.#drivers.isDrivenElsewhere(id))
      if (!isForced) await pauseUntil(clock.now() + timing.inUseMs, clock, this.#closing.signal)
    }
  }

  async #acquireSlot(drive: Drive): Promise<boolean> {
    const { isUrgent = false, skipsQueue = false } = drive.input
    if (skipsQueue) return this.#slots.take()
    return this.#slots.acquire(drive.queue, { isUrgent, signal: drive.waitSignal() })
  }

  #firstEvents({ state }: Driven, hasSlot: boolean): readonly ExecutionEvent[] {
    const at = this.#needs.clock.now()
    if (state.root === undefined) return state.isQueued && hasSlot ? [{ type: 'released', at }] : []
    const due = dueEvent(state, at)
    return due === undefined ? [] : [due]
  }

  /** Sends the events of timers that become due while the execution is in memory. */
  #arm(drive: Drive, { record, state }: Driven): void {
    const { clock } = this.#needs
    const { wakeAt } = summaryOf(record, state)
    drive.arm(clock, wakeAt, () => drive.run(() => this.#wake(drive)))
  }

  async #wake(drive: Drive): Promise<void> {
    const { clock } = this.#needs
    try {
      const at = clock.now()
      // Otherwise the main loop wakes it.
      if (this.#driver.recordOf(drive.id) === undefined) return
      while (await this.#driver.send(drive.id, (state) => (isOver(state) ? undefined : dueEvent(state, at))));
    } catch {
      drive.arm(clock, clock.now() + FAULT_WAIT_MS, () => drive.run(() => this.#wake(drive)))
    }
  }

  /** Another worker may have taken executions while messages were lost: a step that runs on would call others again. */
  #checkClaims(): void {
    for (const { drive } of this.#drives.values()) drive.run(() => this.#drivers.check(drive.id))
  }

  /** Handles calls whose messages may have been lost. */
  #checkCalls(): void {
    for (const id of this.#drives.keys()) this.#called(id)
  }

  /** Looks for calls regularly while the bus is away. */
  #poll(): void {
    const { clock, timing, cluster } = this.#needs
    this.#cancelPoll = clock.at(clock.now() + timing.pollMs, () => {
      if (!cluster.bus.isConnected) this.#checkCalls()
      this.#poll()
    })
  }

  #called(id: string): void {
    const drive = this.#drives.get(id)?.drive
    if (drive === undefined) return
    drive.hasCalls = true
    drive.interrupt()
    if (this.#driver.recordOf(id) !== undefined) drive.run(() => this.#handleCallsInMemory(drive))
  }

  /** The main loop handles what fails here. */
  async #handleCallsInMemory(drive: Drive): Promise<void> {
    await this.#handleCalls(drive).catch(() => {
      drive.hasCalls = true
    })
  }

  /** Handles the open calls in order. Calls that arrive meanwhile are read by the loop that is under way. */
  async #handleCalls(drive: Drive): Promise<void> {
    if (drive.isHandling) return
    drive.isHandling = true
    try {
      while (drive.hasCalls) {
        drive.hasCalls = false
        const owner = this.#journal.ownerOf(drive.id)
        if (owner === undefined) return
        const open = await this.#transiently(() => this.#needs.cluster.calls.take(drive.id, owner))
        for (const call of open) await this.#handle(drive, call, owner)
      }
    } finally {
      drive.isHandling = false
    }
  }

  async #handle(drive: Drive, call: EngineCall, owner: number): Promise<void> {
    const { cluster, clock } = this.#needs
    try {
      const reply = await this.#handler.handle(drive.id, call)
      drive.hasEarlyCall ||= reply === undefined
      if (reply === undefined) return
      const { id } = call
      const isWritten = await this.#transiently(() => cluster.calls.reply({ id, owner, reply, at: clock.now() }))
      if (isWritten) cluster.bus.publish('replies', replyMessage(id, reply))
    } catch (error) {
      if (!isTransient(error)) throw error
      // Read the call again: its event may have been written.
      drive.hasCalls = true
      await pauseUntil(clock.now() + FAULT_WAIT_MS, clock, this.#closing.signal)
    }
  }

  async #cancelIfOrphan(drive: Drive, { record }: Driven): Promise<void> {
    if (!(await this.#family.isOrphan(record))) return
    const { clock } = this.#needs
    await this.#driver.send(drive.id, (state) =>
      isOver(state) ? undefined : { type: 'finished', at: clock.now(), status: 'cancelled' },
    )
  }

  #written(written: Written): void {
    const { record, state, events } = written
    const drive = this.#drives.get(record.id)?.drive
    this.#needs.onEvents?.(written)
    if (drive === undefined) return
    drive.see(written)
    if (!isOver(state) && events.some((event) => setsTimer(event) || event.type === 'released'))
      this.#arm(drive, written)
    if (events.some(({ type }) => type === 'step-failed') && !isOver(state))
      drive.run(() =>
        this.#family.cancelChildrenOf(record, written.change).catch((error: unknown) => this.#failed(record.id, error)),
      )
    if (drive.hasEarlyCall) {
      drive.hasEarlyCall = false
      this.#called(record.id)
    }
  }

  #failed(id: string, error: unknown): void {
    const drive = this.#drives.get(id)?.drive
    if (drive !== undefined) drive.fault = error
    if (!isSuperseded(error)) this.#needs.onFault?.(id, error)
  }

  #refuseIfStopped(drive: Drive): void {
    if (isSuperseded(drive.fault)) throw drive.fault
    this.#refuseIfClosed()
    if (this.#isDraining) throw new WorkerStops()
  }

  #refuseIfClosed(): void {
    if (this.#closing.signal.aborted) throw new WorkerStops()
  }

  #transiently<T>(call: () => Promise<T>): Promise<T> {
    return whileTransient(call, { clock: this.#needs.clock, signal: this.#closing.signal })
  }
}
