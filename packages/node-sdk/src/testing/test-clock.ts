/** The time of a node under test. */

interface Timer {
  readonly at: number
  readonly wake: () => void
}

/**
 * A clock that skips waiting: while no node runs, the next timer (the end of a sleep, the delay before a retry) is due at
 * once. While a node runs, timers take their real time, so that a time limit can end it.
 */
export class TestClock {
  #time: number
  readonly #timers = new Set<Timer>()

  constructor(start: number) {
    this.#time = start
  }

  now(): number {
    return this.#time
  }

  at(time: number, wake: () => void): () => void {
    const timer = { at: time, wake }
    this.#timers.add(timer)
    return () => this.#timers.delete(timer)
  }

  /** Milliseconds until the next timer; undefined if none is set. */
  untilNext(): number | undefined {
    const times = [...this.#timers].map(({ at }) => at).filter(Number.isFinite)
    return times.length === 0 ? undefined : Math.max(0, Math.min(...times) - this.#time)
  }

  /** Moves on by a time and fires the timers that are due by then, in order. */
  advance(ms: number): void {
    this.#time += ms
    const due = [...this.#timers].filter(({ at }) => at <= this.#time).sort((a, b) => a.at - b.at)
    for (const timer of due) if (this.#timers.delete(timer)) timer.wake()
  }
}
