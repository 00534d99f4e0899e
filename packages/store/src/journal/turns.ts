const nothing = () => {}

/**
 * One after the other, in the order of asking. Work that finds nobody before it starts within the call.
 *
 * SQLite has one writer at a time. A connection that finds another one writing sleeps and tries again, and when it is
 * the one of the main thread, everything sleeps. So whoever writes into the file takes a turn first, and none waits.
 */
export class Turns {
  #last: Promise<void> | undefined

  take<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last === undefined ? work() : this.#last.then(work)
    const ended = turn.then(nothing, nothing)
    this.#last = ended
    void ended.then(() => {
      if (this.#last === ended) this.#last = undefined
    })
    return turn
  }
}
