/**
 * The updates of one execution, serialized and kept once for all watchers: a watcher is a position in the log. Its
 * size is bounded. Watchers that fall too far behind are cut off; they reconnect with the last update they received.
 */
import { TimeSlice } from '@millrace/model'
import { Waker } from '../../platform/broadcast.ts'

/** An update as it is sent. */
export interface Told {
  readonly seq: number
  readonly json: string
  readonly isLast: boolean
}

/** The execution has ended and every update was sent. A watcher that is cut off does not receive this. */
export const END = 'end'

export interface LogLimits {
  /** Updates that a watcher may be behind. */
  readonly maxBehind: number
  /** Characters of all updates that are kept. */
  readonly maxCharacters: number
  /** Characters serialized ahead of the fastest watcher. */
  readonly maxAhead: number
}

const LIMITS: LogLimits = { maxBehind: 1500, maxCharacters: 16 * 2 ** 20, maxAhead: 2 ** 20 }

interface Reader {
  /** Number of the next update. */
  at: number
  isCut: boolean
  readonly waker: Waker
}

export class UpdateLog {
  readonly #limits: LogLimits
  readonly #readers = new Set<Reader>()
  #updates: Told[] = []
  /** Number of the first update that is kept. */
  #first = 0
  #characters = 0
  /** Characters that no watcher has taken yet. */
  #ahead = 0
  #fastest = 0
  #isEnded = false
  /** True after its last watcher left: nothing fills it any more. */
  #isAbandoned = false
  #failure: { readonly error: unknown } | undefined
  #wanted: (() => void) | undefined

  constructor(limits: Partial<LogLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Whether a new watcher can still receive all updates. */
  get isWhole(): boolean {
    return this.#first === 0 && this.#failure === undefined && !this.#isAbandoned
  }

  get readers(): number {
    return this.#readers.size
  }

  get characters(): number {
    return this.#characters
  }

  add(update: Told): void {
    this.#updates.push(update)
    this.#characters += update.json.length
    this.#ahead += update.json.length
    for (const reader of this.#readers) {
      if (this.#end - reader.at > this.#limits.maxBehind) reader.isCut = true
    }
    this.#shrink()
    this.#wakeAll()
  }

  /** Marks the end of the log. */
  end(): void {
    this.#isEnded = true
    this.#wakeAll()
  }

  fail(error: unknown): void {
    this.#failure = { error }
    this.#wakeAll()
  }

  /** Ends all watchers without an END. */
  cutOff(): void {
    for (const reader of this.#readers) reader.isCut = true
    this.#wakeAll()
  }

  /** Resolves when a watcher needs more than is serialized; undefined if one already does. */
  wanted(): Promise<void> | undefined {
    if (this.#ahead < this.#limits.maxAhead || this.#readers.size === 0) return undefined
    return new Promise((resolve) => {
      this.#wanted = resolve
    })
  }

  /** All updates from the first one on, at the speed of the caller. */
  async *read(signal: AbortSignal): AsyncGenerator<Told | typeof END> {
    using waker = new Waker(signal)
    const reader: Reader = { at: this.#first, isCut: false, waker }
    this.#readers.add(reader)
    const slice = new TimeSlice()
    try {
      while (!signal.aborted && !reader.isCut) {
        const next = this.#updates[reader.at - this.#first]
        if (next !== undefined) {
          reader.at += 1
          this.#noteTaken(reader, next)
          yield next
          if (slice.isOver) await slice.next()
        } else if (this.#failure !== undefined) throw this.#failure.error
        else if (this.#isEnded) return yield END
        else await waker.woken()
      }
    } finally {
      this.#readers.delete(reader)
      this.#isAbandoned = this.#readers.size === 0
      if (this.#isAbandoned) this.#wanted?.()
    }
  }

  get #end(): number {
    return this.#first + this.#updates.length
  }

  #noteTaken({ at }: Reader, { json }: Told): void {
    if (at <= this.#fastest) return
    this.#fastest = at
    this.#ahead -= json.length
    if (this.#ahead < this.#limits.maxAhead) this.#wanted?.()
  }

  /** Drops updates that every watcher has read; if that is not enough, cuts off the slowest watchers. */
  #shrink(): void {
    const { maxCharacters, maxBehind } = this.#limits
    while (this.#characters > maxCharacters || this.#updates.length > maxBehind * 2) {
      const slowest = Math.min(this.#end, ...this.#active().map(({ at }) => at))
      if (slowest > this.#first) this.#drop(slowest - this.#first)
      else if (this.#cutSlowest(slowest) === 0) return
    }
  }

  #drop(count: number): void {
    for (const { json } of this.#updates.slice(0, count)) this.#characters -= json.length
    this.#updates = this.#updates.slice(count)
    this.#first += count
  }

  #cutSlowest(at: number): number {
    const slowest = this.#active().filter((reader) => reader.at === at)
    for (const reader of slowest) reader.isCut = true
    return slowest.length
  }

  #active(): Reader[] {
    return [...this.#readers].filter(({ isCut }) => !isCut)
  }

  #wakeAll(): void {
    for (const { waker } of this.#readers) waker.wake()
  }
}
