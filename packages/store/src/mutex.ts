const nothing = () => {}

/**
 * A mutex: runs async work one at a time, in the order of the calls. If the lock is free, the work starts synchronously.
 *
 * SQLite has one writer at a time. A connection that finds another one writing sleeps and retries, and on the main
 * thread that blocks everything. So every writer of the file takes this lock first, and none has to sleep.
 */
export class Mutex {
  #last: Promise<void> | undefined

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last === undefined ? work() : this.#last.then(work)
    const ended = result.then(nothing, nothing)
    this.#last = ended
    void ended.then(() => {
      if (this.#last === ended) this.#last = undefined
    })
    return result
  }
}
