/**
 * Limits the share of time that a pass of background work takes from requests: it rests after its writes. Without that, every
 * write of a request waited for one of them, and the latency of short executions rose to four times for as long as a pass took.
 *
 * A pass that has not ended after a while rests less and less, because it must keep up with what it removes.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from './ports.ts'

/** How long a pass rests for each millisecond of work, at its beginning. */
const REST = 2
/** Shorter rests are added up. */
const MIN_REST_MS = 3
/** The clock may have been set forward. */
const MAX_REST_MS = 100
/** A pass that takes longer does not rest. */
const CALM_MS = 60_000

type Wait = (ms: number) => Promise<void>

/** The real time, until the work is to stop. */
export function waitUntil(stop: AbortSignal): Wait {
  return (ms) => sleep(ms, undefined, { signal: stop }).catch(() => undefined)
}

export class Pace {
  readonly #clock: Clock
  readonly #wait: Wait
  #began = 0
  #resumed = 0

  constructor(clock: Clock, wait: Wait) {
    this.#clock = clock
    this.#wait = wait
  }

  /** Begins a pass. */
  begin(): void {
    this.#began = this.#clock.now()
    this.#resumed = this.#began
  }

  /** Call it after each write. */
  readonly rest = async (): Promise<void> => {
    const now = this.#clock.now()
    const calm = 1 - (now - this.#began) / CALM_MS
    const ms = Math.min(MAX_REST_MS, (now - this.#resumed) * REST * calm)
    if (ms < MIN_REST_MS) return
    await this.#wait(ms)
    this.#resumed = this.#clock.now()
  }
}
