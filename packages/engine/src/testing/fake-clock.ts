import type { Clock } from '../ports.ts'

/** A clock that a test moves. */
export class FakeClock implements Clock {
  private time = 1_000_000
  private readonly timers = new Set<{ at: number; wake: () => void }>()

  now(): number {
    return this.time
  }

  at(time: number, wake: () => void): () => void {
    const timer = { at: time, wake }
    this.timers.add(timer)
    return () => this.timers.delete(timer)
  }

  /** When the next timer fires; undefined if none is set. */
  next(): number | undefined {
    const times = [...this.timers].map((timer) => timer.at).filter(Number.isFinite)
    return times.length === 0 ? undefined : Math.min(...times)
  }

  /** Moves to a time and fires the timers that are due by then, in order. */
  moveTo(time: number): void {
    this.time = Math.max(this.time, time)
    const due = [...this.timers].filter((timer) => timer.at <= this.time).sort((a, b) => a.at - b.at)
    for (const timer of due) if (this.timers.delete(timer)) timer.wake()
  }
}
