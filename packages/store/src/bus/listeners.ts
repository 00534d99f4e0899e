/** The receiving side of a bus: opens envelopes, drops repeated messages, and notices lost ones. */
import type { BusChannel, BusListener } from '../bus.ts'
import { SEPARATOR } from './outbox.ts'

/** Processes whose numbers are kept; the oldest one is forgotten first. */
const MAX_SENDERS = 1_000

export class BusListeners {
  readonly #own: string
  readonly #onError: (error: unknown) => void
  readonly #listeners = new Map<BusChannel, Set<BusListener>>()
  readonly #gaps = new Set<() => void>()
  /** By sender and channel: the number of the last message. */
  readonly #heard = new Map<string, number>()

  constructor(own: string, onError: (error: unknown) => void) {
    this.#own = own
    this.#onError = onError
  }

  listen(channel: BusChannel, listener: BusListener): () => void {
    const listeners = this.#listeners.get(channel) ?? new Set()
    this.#listeners.set(channel, listeners)
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }

  has(channel: BusChannel): boolean {
    return (this.#listeners.get(channel)?.size ?? 0) > 0
  }

  /** Forgets the numbers of a channel that is not received any more: the next one does not count as a gap. */
  forget(channel: BusChannel): void {
    for (const key of this.#heard.keys()) if (key.endsWith(` ${channel}`)) this.#heard.delete(key)
  }

  onGap(react: () => void): () => void {
    this.#gaps.add(react)
    return () => void this.#gaps.delete(react)
  }

  reportGap(): void {
    for (const react of this.#gaps) this.#safely(react)
  }

  /** An envelope that arrived, or arrived again because its sender did not know whether it had been sent. */
  receive(channel: BusChannel, text: string): void {
    const [head = '', ...payloads] = text.split(SEPARATOR)
    const [sender = '', first = ''] = head.split(' ')
    const number = Number(first)
    const key = `${sender} ${channel}`
    const expected = (this.#heard.get(key) ?? number - 1) + 1
    if (!this.#heard.has(key) && this.#heard.size >= MAX_SENDERS) {
      const [oldest] = this.#heard.keys()
      if (oldest !== undefined) this.#heard.delete(oldest)
    }
    this.#heard.set(key, Math.max(expected - 1, number + payloads.length - 1))
    if (number > expected) this.reportGap()
    const isOwn = sender === this.#own
    for (const payload of payloads.slice(Math.max(0, expected - number))) {
      for (const listener of this.#listeners.get(channel) ?? []) this.#safely(() => listener(payload, isOwn))
    }
  }

  /** A listener that throws must not take the message from the others. */
  #safely(call: () => void): void {
    try {
      call()
    } catch (error) {
      this.#onError(error)
    }
  }
}
