/**
 * A map for many entries that live shortly, such as the requests in flight. When a `Map` runs out of space, V8 links its
 * old table to the new one. Once one table is in the old generation, all later tables stay reachable with the entries
 * they had, until the next full collection: every finished request then survives young collections. The dictionary of an
 * object has no such link.
 */
export class TransientMap<V> {
  #entries: Record<string, V> = Object.create(null)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(key: string): boolean {
    return key in this.#entries
  }

  get(key: string): V | undefined {
    return this.#entries[key]
  }

  set(key: string, value: V): void {
    if (!(key in this.#entries)) this.#size += 1
    this.#entries[key] = value
  }

  /** False if there was no such entry. */
  delete(key: string): boolean {
    if (!(key in this.#entries)) return false
    delete this.#entries[key]
    this.#size -= 1
    return true
  }

  clear(): void {
    this.#entries = Object.create(null)
    this.#size = 0
  }

  /** A copy of the keys, so that entries may change meanwhile. */
  keys(): string[] {
    return Object.keys(this.#entries)
  }

  /** A copy of the values, so that entries may change meanwhile. */
  values(): V[] {
    return Object.values(this.#entries)
  }
}
