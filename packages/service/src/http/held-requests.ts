/** Requests that wait for the end of a takeover. */
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

export interface HoldLimits {
  readonly requests: number
  /** How long a request waits. */
  readonly ms: number
}

/** A takeover takes some seconds; a request waits no longer than a proxy usually does. */
const LIMITS: HoldLimits = { requests: 1_000, ms: 30_000 }

interface Held {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly timer: NodeJS.Timeout
}

export class HeldRequests {
  readonly #limits: HoldLimits
  readonly #held = new Set<Held>()
  #isHolding = false

  constructor(limits: HoldLimits = LIMITS) {
    this.#limits = limits
  }

  /** True during a takeover. */
  get isHolding(): boolean {
    return this.#isHolding
  }

  get size(): number {
    return this.#held.size
  }

  begin(): void {
    this.#isHolding = true
  }

  /** Ends the takeover: `handle` gets all requests that wait, in their order. */
  end(handle: RequestListener): void {
    this.#isHolding = false
    for (const held of this.#held) {
      this.#remove(held)
      handle(held.request, held.response)
    }
  }

  /** Holds a request; `onLate` is called if it waited for too long. False if it must be refused at once. */
  hold(request: IncomingMessage, response: ServerResponse, onLate: () => void): boolean {
    if (!this.#isHolding || this.#held.size >= this.#limits.requests) return false
    const timer = setTimeout(() => {
      this.#remove(held)
      onLate()
    }, this.#limits.ms)
    const held = { request, response, timer }
    this.#held.add(held)
    response.once('close', () => this.#remove(held))
    return true
  }

  #remove(held: Held): void {
    clearTimeout(held.timer)
    this.#held.delete(held)
  }
}
