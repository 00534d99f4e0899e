/**
 * The engine of one process of a cluster. Postgres has the history of every execution and the calls to it; Restate decides
 * which worker drives which execution, and when. Every process starts and controls executions; workers also drive them.
 */
import {
  type AnswerResult,
  concernsOthers,
  createEnded,
  createStored,
  type ExecutionRecord,
  type Failure,
  type GivenAnswer,
  type Glance,
  type Known,
  type Launch,
  type LogLine,
  type Operation,
  openingEvents,
  QuickEnds,
  type StartOptions,
  type StoredExecution,
  untilCreated,
  viewStored,
} from '@millrace/engine'
import { CallClient } from './call-client.ts'
import { isAnswerResult } from './cluster-calls.ts'
import { DriveSender } from './drive-sender.ts'
import type { ClusterEngineNeeds, ClusterExecutionEngine, DriveInput } from './ports.ts'
import { TIMING } from './ports.ts'
import { driveKey, Sweep } from './sweep.ts'
import { Worker } from './worker.ts'

export class ClusterEngine implements ClusterExecutionEngine {
  readonly #needs: ClusterEngineNeeds
  readonly #sender: DriveSender
  readonly #calls: CallClient
  readonly #worker: Worker | undefined
  readonly #sweep: Sweep
  readonly #quickEnds: QuickEnds
  #isDraining = false

  constructor(needs: ClusterEngineNeeds) {
    this.#needs = needs
    const timing = { ...TIMING, ...needs.timing }
    this.#sender = new DriveSender(needs.ingress, needs.onUnreachable)
    const drive = (id: string, key: string) => this.#sender.send(id, key)
    this.#calls = new CallClient({ ...needs, timing, drive: (id, key) => void drive(id, key) })
    this.#worker = needs.isWorker ? new Worker({ ...needs, timing, calls: this.#calls }) : undefined
    this.#quickEnds = new QuickEnds(needs)
    const onFault = (error: unknown) => needs.onFault?.('', error)
    this.#sweep = new Sweep({ ...needs, timing, drive, onFault })
  }

  /** The sweep of a worker finds what earlier processes left unfinished. */
  async recover(): Promise<void> {
    if (this.#worker !== undefined) this.#sweep.start()
  }

  get isStopping(): boolean {
    return this.#worker?.isStopping ?? false
  }

  drive(id: string, input: DriveInput = {}): Promise<number | null> {
    return this.#worker?.drive(id, input) ?? Promise.reject(new Error('This process is not a worker.'))
  }

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

  /** An execution of quick steps alone is over when it is created; every other one needs a worker. */
  async #startOnce(record: ExecutionRecord, launch: Launch, options: StartOptions): Promise<void> {
    const { notes = [], isUrgent = false, holdsPlace: skipsQueue = false } = options
    const events = this.#opening(launch, notes, true)
    const released = { type: 'released' as const, at: this.#needs.clock.now() }
    const end = this.#isDraining ? undefined : this.#quickEnds.of(record, [...events, released])
    await (end === undefined ? createStored(record, events, this.#needs) : createEnded(record, end, this.#needs))
    // A worker notifies the parent.
    if (end === undefined || concernsOthers(record, end.state))
      void this.#sender.send(record.id, driveKey(record.id, 0), { isUrgent, skipsQueue })
  }

  prepare(record: ExecutionRecord, launch: Launch, notes: readonly LogLine[] = []): Promise<void> {
    return createStored(record, this.#opening(launch, notes, false), this.#needs)
  }

  #opening(launch: Launch, notes: readonly LogLine[], queued: boolean) {
    const { clock, maxValueBytes } = this.#needs
    return openingEvents(launch, { at: clock.now(), notes, queued, maxValueBytes })
  }

  release(id: string, launch: Extract<Operation, { op: 'release' }>['launch'] = {}): Promise<boolean> {
    return this.#operate(id, { op: 'release', launch })
  }

  async note(id: string, notes: readonly LogLine[]): Promise<void> {
    for (const line of notes) await this.#operate(id, { op: 'note', line })
  }

  history(id: string): Promise<StoredExecution | undefined> {
    return this.#needs.journal.load(id)
  }

  view(id: string): Promise<Known | undefined> {
    return viewStored(id, this.#needs.journal)
  }

  glance(id: string): Glance | undefined {
    return this.#worker?.driver.glance(id)
  }

  cancel(id: string): Promise<boolean> {
    return this.#operate(id, { op: 'cancel' })
  }

  fail(id: string, failure: Failure): Promise<boolean> {
    return this.#operate(id, { op: 'set-failed', failure })
  }

  pause(id: string): Promise<boolean> {
    return this.#operate(id, { op: 'pause' })
  }

  resume(id: string): Promise<boolean> {
    return this.#operate(id, { op: 'resume' })
  }

  async #operate(id: string, operation: Operation): Promise<boolean> {
    return (await this.#calls.call(id, operation)) === true
  }

  async answer(given: GivenAnswer): Promise<AnswerResult> {
    const reply = await this.#calls.call(given.execution, { op: 'answer', given })
    return isAnswerResult(reply) ? reply : { accepted: false, why: 'closed' }
  }

  idle<T>(id: string, wait: () => Promise<T>): Promise<T> {
    return this.#worker?.idle(id, wait) ?? wait()
  }

  /** Not known here: other processes start executions too, and workers have the slots. */
  get hasRoom(): boolean {
    return false
  }

  /** At once: no step may start after the call. */
  async drain(): Promise<void> {
    this.#isDraining = true
    await Promise.all([this.#worker?.drain(), this.#sweep.close()])
  }

  async close(): Promise<void> {
    await Promise.all([this.#calls.close(), this.#worker?.close(), this.#sweep.close()])
    await this.#sender.close()
  }
}
