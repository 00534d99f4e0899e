/**
 * Executions that are in memory only because a step of theirs waits for another execution. They do nothing, perhaps for
 * days when the other one asks a person, so they take no place from those that could run.
 */
export class Idlers {
  /** How many steps of each wait. */
  readonly #waits = new Map<string, number>()

  get size(): number {
    return this.#waits.size
  }

  has(id: string): boolean {
    return this.#waits.has(id)
  }

  async during<T>(id: string, wait: () => Promise<T>): Promise<T> {
    this.#waits.set(id, (this.#waits.get(id) ?? 0) + 1)
    try {
      return await wait()
    } finally {
      const others = (this.#waits.get(id) ?? 1) - 1
      if (others === 0) this.#waits.delete(id)
      else this.#waits.set(id, others)
    }
  }
}
