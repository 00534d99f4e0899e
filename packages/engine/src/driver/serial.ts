import { TransientMap } from '@millrace/model'

/** Runs work on the same id one after the other, in the order of the calls; work on different ids runs in parallel. */
export class Serial {
  readonly #last = new TransientMap<Promise<unknown>>()

  run<T>(id: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(id)
    // Starts at once if nothing runs: an extra turn of the microtask queue for every execution adds up.
    const mine = before === undefined ? work() : before.then(work, work)
    this.#last.set(id, mine)
    const forget = () => {
      if (this.#last.get(id) === mine) this.#last.delete(id)
    }
    mine.then(forget, forget)
    return mine
  }
}
