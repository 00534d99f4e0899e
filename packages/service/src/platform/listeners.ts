/** Who wants to hear of what, by id. Nothing is left behind when the last one has gone. */
export class Listeners<News> {
  readonly #byId = new Map<string, Set<(news: News) => void>>()

  /** How many ids somebody listens to. */
  get size(): number {
    return this.#byId.size
  }

  /** What somebody listens to. */
  get ids(): string[] {
    return [...this.#byId.keys()]
  }

  has(id: string): boolean {
    return this.#byId.has(id)
  }

  /** The answer takes it back. */
  add(id: string, listener: (news: News) => void): () => void {
    const listeners = this.#byId.get(id) ?? new Set()
    this.#byId.set(id, listeners)
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) this.#byId.delete(id)
    }
  }

  /** Those who come or go because of it are not in its way. */
  tell(id: string, news: News): void {
    for (const listener of [...(this.#byId.get(id) ?? [])]) listener(news)
  }
}
