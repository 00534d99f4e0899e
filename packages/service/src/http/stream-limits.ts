/** Limits the open streams, in total and per caller. */
import { Problem } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'

export interface StreamLimits {
  readonly maxStreams: number
  readonly maxStreamsPerCaller: number
}

/** Streams end for many reasons, so a rejected client may retry soon. */
const RETRY_AFTER_SECONDS = 5

/** Counts open streams by caller. */
export class StreamCounter {
  readonly #limits: StreamLimits
  readonly #open = new Map<string, number>()
  #total = 0

  constructor(limits: StreamLimits) {
    this.#limits = limits
  }

  /** Counts a stream; the returned function removes it. Throws RATE_LIMITED if there are too many. */
  enter({ id }: Pick<Caller, 'id'>): () => void {
    const { maxStreams, maxStreamsPerCaller } = this.#limits
    const own = this.#open.get(id) ?? 0
    if (own >= maxStreamsPerCaller) throw tooMany(`You have ${own} streams open, which is the limit for one caller.`)
    if (this.#total >= maxStreams) throw tooMany(`The service has ${this.#total} streams open, which is its limit.`)
    this.#open.set(id, own + 1)
    this.#total++
    let isOpen = true
    return () => {
      if (!isOpen) return
      isOpen = false
      this.#total--
      const left = (this.#open.get(id) ?? 1) - 1
      if (left === 0) this.#open.delete(id)
      else this.#open.set(id, left)
    }
  }
}

function tooMany(message: string): Problem {
  return new Problem('RATE_LIMITED', { message, retryAfterSeconds: RETRY_AFTER_SECONDS })
}
