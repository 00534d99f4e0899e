/** The messages that a process has not sent yet, numbered per channel so that receivers notice lost ones. */
import { type BusChannel, MAX_PAYLOAD_BYTES } from '../bus.ts'

/** Between the head and the payloads of an envelope; not part of any payload. */
export const SEPARATOR = '\u001e'

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to refuse.
const CONTROL = /[\u0000-\u001f]/

/** Several payloads of one channel, as they are sent. */
export interface Envelope {
  readonly channel: BusChannel
  readonly text: string
  /** How many messages it has. */
  readonly count: number
}

interface Queued {
  readonly payload: string
  readonly bytes: number
  /** The number of the message in its channel, from 1. */
  readonly number: number
}

/** Envelopes that are sent with one statement. */
const MAX_ENVELOPES = 64

export class Outbox {
  readonly #sender: string
  readonly #maxQueued: number
  readonly #queues = new Map<BusChannel, Queued[]>()
  readonly #last = new Map<BusChannel, number>()
  #size = 0

  /** Keeps at most `maxQueued` messages per channel. */
  constructor(sender: string, maxQueued = 5_000) {
    this.#sender = sender
    this.#maxQueued = maxQueued
  }

  get size(): number {
    return this.#size
  }

  /** Drops the oldest message of a full queue; receivers notice by the number of the next one. */
  add(channel: BusChannel, payload: string): void {
    const bytes = payloadBytes(payload)
    const number = (this.#last.get(channel) ?? 0) + 1
    this.#last.set(channel, number)
    const queue = this.#queues.get(channel) ?? []
    this.#queues.set(channel, queue)
    if (queue.length === this.#maxQueued) queue.shift()
    else this.#size += 1
    queue.push({ payload, bytes, number })
  }

  /** The next envelopes. They stay in the queue until `drop`, so that they can be sent again. */
  next(): Envelope[] {
    const envelopes: Envelope[] = []
    for (const [channel, queue] of this.#queues) {
      for (let at = 0; at < queue.length && envelopes.length < MAX_ENVELOPES; ) {
        const envelope = this.#envelope(channel, queue, at)
        envelopes.push(envelope)
        at += envelope.count
      }
    }
    return envelopes
  }

  /** Removes sent messages, except those that were dropped meanwhile because the queue was full. */
  drop(envelopes: readonly Envelope[]): void {
    for (const { channel, text, count } of envelopes) {
      const queue = this.#queues.get(channel) ?? []
      const end = numberOf(text) + count
      const sent = queue.findIndex(({ number }) => number >= end)
      this.#size -= queue.splice(0, sent === -1 ? queue.length : sent).length
    }
  }

  #envelope(channel: BusChannel, queue: readonly Queued[], from: number): Envelope {
    let [text, bytes, count] = [`${this.#sender} ${queue[from]?.number ?? 0}`, 0, 0]
    for (const { payload, bytes: more } of queue.slice(from, from + 500)) {
      // One payload always fits.
      if (count > 0 && bytes + more + 1 > MAX_PAYLOAD_BYTES) break
      text += SEPARATOR + payload
      bytes += more + 1
      count += 1
    }
    return { channel, text, count }
  }
}

function numberOf(text: string): number {
  return Number(text.slice(text.indexOf(' ') + 1, text.indexOf(SEPARATOR)))
}

/** The size of a payload; throws if it cannot be sent. */
export function payloadBytes(payload: string): number {
  const bytes = Buffer.byteLength(payload)
  if (bytes > MAX_PAYLOAD_BYTES)
    throw new RangeError(`A message of the bus must have at most ${MAX_PAYLOAD_BYTES} bytes (got ${bytes}).`)
  if (CONTROL.test(payload)) throw new RangeError('A message of the bus must not have control characters.')
  return bytes
}
