/**
 * Fills a log of updates: subscribes, replays the history, then adds the updates published meanwhile and all later ones.
 * If an update does not continue where the log ends, because an update was lost, the history is read again.
 */
import type { StoredExecution } from '@millrace/engine'
import { isExecutionOver, type PipelineUpdate } from '@millrace/model'
import { updatesOf } from '../projection/updates.ts'
import type { Told, UpdateLog } from './update-log.ts'

/** An update of the events from `from` (exclusive) to `seq` (inclusive). */
export interface ToldBatch extends Told {
  readonly from: number
}

export interface LogFillerNeeds {
  /** The event that watchers continue after. */
  readonly after: number
  readonly load: () => Promise<StoredExecution>
  readonly listen: (take: (told: ToldBatch) => void) => () => void
}

/** Updates buffered while the history is replayed; beyond that, its watchers are cut off. */
const MAX_LATE = 1000

export class LogFiller {
  readonly #log: UpdateLog
  readonly #needs: LogFillerNeeds
  /** Updates published while the history is read. */
  #late: ToldBatch[] = []
  #isReading = false
  /** The history has more events than were read. */
  #isBehind = false
  #isOver = false
  /** The number of the last event in the log. */
  #seen: number | undefined
  readonly stop: () => void

  constructor(log: UpdateLog, needs: LogFillerNeeds) {
    this.#log = log
    this.#needs = needs
    this.stop = needs.listen((told) => this.#take(told))
    this.#read()
  }

  /** The history has so many events. */
  refresh(length: number): void {
    if (this.#isReading) this.#isBehind = true
    else if (length > (this.#seen ?? 0)) this.#read()
  }

  #take(told: ToldBatch): void {
    if (!this.#isReading) this.#add(told)
    else if (this.#late.length < MAX_LATE) this.#late.push(told)
    else this.#log.cutOff()
  }

  /** Adds an update if it is new. */
  #add(told: ToldBatch): void {
    const seen = this.#seen ?? 0
    if (told.seq <= seen || this.#isOver) return
    if (told.from !== seen) return this.#read()
    this.#seen = told.seq
    this.#log.add(told)
    if (told.isLast) this.#end()
  }

  #end(): void {
    this.#isOver = true
    this.#log.end()
  }

  #read(): void {
    if (this.#isReading || this.#isOver) {
      this.#isBehind = true
      return
    }
    this.#isReading = true
    this.#replay().then(
      () => {
        this.#isReading = false
        const late = this.#late
        this.#late = []
        const isBehind = this.#isBehind
        this.#isBehind = false
        for (const told of late) this.#take(told)
        if (isBehind && this.#log.readers > 0) this.#read()
      },
      (error: unknown) => this.#log.fail(error),
    )
  }

  async #replay(): Promise<void> {
    const { record, events } = await this.#needs.load()
    const from = this.#seen ?? this.#needs.after
    // Replay everything for an event number that was never assigned.
    this.#seen = from > events.length ? 0 : from
    for await (const update of updatesOf(record, events, this.#seen)) {
      if (this.#log.readers === 0) return
      this.#seen = update.seq
      this.#log.add(toldOf(update))
      await this.#log.wanted()
    }
    if (events.at(-1)?.type === 'finished') this.#end()
  }
}

export function toldOf(update: PipelineUpdate): Told {
  return { seq: update.seq, json: JSON.stringify(update), isLast: isExecutionOver(update.status) }
}
