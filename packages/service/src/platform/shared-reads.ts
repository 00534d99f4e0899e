/**
 * Database reads that several callers need at the same time. A caller gets the result of a read that begins after its call, so
 * it sees everything that was written before. One read of a key is under way at a time; those who call meanwhile share the
 * next one.
 */
import { nextTurn } from '@millrace/model'

/** Callers wait for a read under way for at most this long: its connection may be broken while others work. */
const SLOW_MS = 1_000

export class SharedReads<T> {
  readonly #next = new Map<string, Promise<T>>()
  /** Resolve when a read has ended in any way, or takes long. */
  readonly #running = new Map<string, Promise<void>>()

  read(key: string, load: () => Promise<T>): Promise<T> {
    const waiting = this.#next.get(key)
    if (waiting !== undefined) return waiting
    // The callers of this turn of the event loop share one too.
    const read = (this.#running.get(key) ?? nextTurn()).then(() => this.#begin(key, load))
    this.#next.set(key, read)
    return read
  }

  #begin(key: string, load: () => Promise<T>): Promise<T> {
    this.#next.delete(key)
    const read = load()
    const { promise: ended, resolve } = Promise.withResolvers<void>()
    this.#running.set(key, ended)
    const end = () => {
      clearTimeout(timer)
      if (this.#running.get(key) === ended) this.#running.delete(key)
      resolve()
    }
    const timer = setTimeout(end, SLOW_MS)
    read.then(end, end)
    return read
  }
}
