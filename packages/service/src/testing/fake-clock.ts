import type { Clock } from '../platform/ports.ts'

/** A clock that moves only when `advance` is called. */
export class FakeClock implements Clock {
  #now: number
  constructor(now = Date.parse('2026-01-01T12:00:00.000Z')) {
    this.#now = now
  }

  now(): number {
    return this.#now
  }

  advance(ms: number): void {
    this.#now += ms
  }
}
