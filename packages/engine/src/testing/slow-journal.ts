import { turn } from './faulty-journal.ts'
import { MemoryJournal } from './memory-journal.ts'

/** Writes take a few turns of the event loop; counts how many of one execution overlap. */
export class SlowJournal extends MemoryJournal {
  /** The most writes of one execution that were in flight at the same time. */
  mostInFlight = 0
  readonly #inFlight = new Map<string, number>()

  override create(...given: Parameters<MemoryJournal['create']>): Promise<void> {
    return this.#slowly(given[0].id, () => super.create(...given))
  }

  override append(...given: Parameters<MemoryJournal['append']>): Promise<void> {
    return this.#slowly(given[0], () => super.append(...given))
  }

  async #slowly(id: string, write: () => Promise<void>): Promise<void> {
    const inFlight = (this.#inFlight.get(id) ?? 0) + 1
    this.#inFlight.set(id, inFlight)
    this.mostInFlight = Math.max(this.mostInFlight, inFlight)
    await turn()
    await turn()
    try {
      await write()
      await turn()
    } finally {
      this.#inFlight.set(id, (this.#inFlight.get(id) ?? 1) - 1)
    }
  }
}
