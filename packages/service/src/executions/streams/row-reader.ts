/** Reads changed rows one after the other, each once however often it changed meanwhile. */

export interface RowReaderNeeds {
  /** Reads a row and publishes it. */
  readonly publish: (id: string) => Promise<void>
  /** Reports to the subscribers that changes were lost. */
  readonly miss: () => void
  readonly onError: (error: unknown) => void
}

/** With more rows to read, subscribers read the list again instead. */
const MAX_WAITING = 500

export class RowReader {
  readonly #needs: RowReaderNeeds
  readonly #waiting = new Set<string>()
  #isReading = false

  constructor(needs: RowReaderNeeds) {
    this.#needs = needs
  }

  add(id: string): void {
    this.#waiting.add(id)
    if (this.#waiting.size > MAX_WAITING) {
      this.#waiting.clear()
      this.#needs.miss()
    }
    if (!this.#isReading) void this.#readAll()
  }

  async #readAll(): Promise<void> {
    this.#isReading = true
    try {
      for (const id of this.#waiting) {
        this.#waiting.delete(id)
        await this.#needs.publish(id)
      }
    } catch (error) {
      this.#needs.onError(error)
      this.#needs.miss()
    } finally {
      this.#isReading = false
    }
  }
}
