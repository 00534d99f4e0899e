/**
 * Keeps the writes of one execution in order while some of them are being prepared: printing a large value takes many
 * turns of the event loop. A write that needs no preparation and has no predecessor is passed on synchronously.
 */
export class WriteOrder {
  readonly #pending = new Map<string, Promise<void>>()

  /** Calls `write` with the prepared value after all earlier writes of the execution; resolves when `write` does. */
  add<T>(id: string, prepared: T | Promise<T>, write: (value: T) => Promise<void>): Promise<void> {
    const before = this.#pending.get(id)
    if (before === undefined && !(prepared instanceof Promise)) return write(prepared)
    const written = Promise.withResolvers<void>()
    const handedOver = Promise.all([prepared, before])
      .then(([value]) => {
        // Not awaited: the next write only has to be submitted after this one.
        write(value).then(written.resolve, written.reject)
      })
      .catch(written.reject)
      .finally(() => {
        if (this.#pending.get(id) === handedOver) this.#pending.delete(id)
      })
    this.#pending.set(id, handedOver)
    return written.promise
  }

  /** Resolves when all writes have been submitted. */
  async idle(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending.values())
  }
}
