/**
 * Combines look-ups by key into statements for several keys: a round trip to the database takes longer than to find a row.
 * One statement is under way at a time; the look-ups that arrive meanwhile, and those of one turn of the event loop, share the
 * next one. So each one sees what was written before it was made.
 */

/** Look-ups wait for a statement under way for at most this long: its connection may be broken while others work. */
const SLOW_MS = 1_000

export class Gather<Found> {
  readonly #read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>
  readonly #maxKeys: number
  #waiting = new Map<string, PromiseWithResolvers<Found | undefined>>()
  #isScheduled = false

  /** `read` returns what it finds by key. */
  constructor(maxKeys: number, read: (keys: readonly string[]) => Promise<ReadonlyMap<string, Found>>) {
    this.#maxKeys = maxKeys
    this.#read = read
  }

  /** True if a look-up of the key waits for the next statement, which another one would share. */
  has(key: string): boolean {
    return this.#waiting.has(key)
  }

  /** Undefined if nothing was found. */
  get(key: string): Promise<Found | undefined> {
    const waiting = this.#waiting.get(key) ?? Promise.withResolvers<Found | undefined>()
    this.#waiting.set(key, waiting)
    if (!this.#isScheduled) {
      this.#isScheduled = true
      setImmediate(() => this.#readNext())
    }
    return waiting.promise
  }

  #readNext(): void {
    const some = [...this.#waiting].slice(0, this.#maxKeys)
    this.#isScheduled = some.length > 0
    if (some.length === 0) return
    for (const [key] of some) this.#waiting.delete(key)
    let isAwaited = true
    const next = () => {
      if (isAwaited) this.#readNext()
      isAwaited = false
      clearTimeout(timer)
    }
    const timer = setTimeout(next, SLOW_MS)
    void this.#readSome(some).then(next)
  }

  async #readSome(some: readonly (readonly [string, PromiseWithResolvers<Found | undefined>])[]): Promise<void> {
    try {
      const found = await this.#read(some.map(([key]) => key))
      for (const [key, { resolve }] of some) resolve(found.get(key))
    } catch (error) {
      for (const [, { reject }] of some) reject(error)
    }
  }
}
