/**
 * Numbers the writes of a database, so that a caller can keep what it has read until the next write. Only for a database
 * that no other process writes to: a SQLite file, which the service locks.
 */
export class WriteStamp {
  #underWay = 0
  #ended = 0
  #isClosed = false

  /**
   * Equal stamps before and after: nothing was written in between. Undefined while a write runs, because reads may see
   * the state before or after it, and once the database is closed.
   */
  get current(): number | undefined {
    return this.#underWay === 0 && !this.#isClosed ? this.#ended : undefined
  }

  /** Runs a write. A failed one counts too: it may have been committed. */
  async during<T>(write: () => Promise<T>): Promise<T> {
    this.#underWay += 1
    try {
      return await write()
    } finally {
      this.#underWay -= 1
      this.#ended += 1
    }
  }

  close(): void {
    this.#isClosed = true
  }
}
