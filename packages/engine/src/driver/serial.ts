/** Work on the same thing, one after the other in the order of asking; work on different things does not wait. */
export class OneAtATime {
  readonly #last = new Map<string, Promise<unknown>>()

  take<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(id, mine)
    const forget = () => {
      if (this.#last.get(id) === mine) this.#last.delete(id)
    }
    mine.then(forget, forget)
    return mine
  }
}
