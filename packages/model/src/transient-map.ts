/**
 * A map for many entries that live shortly, such as the requests in flight. When a `Map` runs out of space, V8 links its
 * old table to the new one. Once one table is in the old generation, all later tables stay reachable with the entries
 * they had, until the next full collection: every finished request then survives young collections. An object has no such
 * link, but makes each new key a property name, which takes V8 as long as a quick step. So this is a table of its own, with
 * a list of entries in each place.
 */
export class TransientMap<V> {
  #places: (Entry<V> | undefined)[] = new Array(FEWEST_PLACES).fill(undefined)
  #size = 0

  get size(): number {
    return this.#size
  }

  has(key: string): boolean {
    return this.#find(key) !== undefined
  }

  get(key: string): V | undefined {
    return this.#find(key)?.value
  }

  set(key: string, value: V): void {
    const found = this.#find(key)
    if (found !== undefined) {
      found.value = value
      return
    }
    if (this.#size >= this.#places.length * MOST_IN_A_PLACE) this.#grow()
    this.#insert({ key, value, next: undefined })
    this.#size += 1
  }

  /** False if there was no such entry. */
  delete(key: string): boolean {
    const place = placeOf(key, this.#places)
    let before: Entry<V> | undefined
    for (let entry = this.#places[place]; entry !== undefined; entry = entry.next) {
      if (entry.key === key) {
        if (before === undefined) this.#places[place] = entry.next
        else before.next = entry.next
        this.#size -= 1
        return true
      }
      before = entry
    }
    return false
  }

  clear(): void {
    this.#places = new Array(FEWEST_PLACES).fill(undefined)
    this.#size = 0
  }

  /** A copy of the keys, so that entries may change meanwhile; in no particular order. */
  keys(): string[] {
    return this.#entries().map(({ key }) => key)
  }

  /** A copy of the values, so that entries may change meanwhile; in no particular order. */
  values(): V[] {
    return this.#entries().map(({ value }) => value)
  }

  #find(key: string): Entry<V> | undefined {
    let entry = this.#places[placeOf(key, this.#places)]
    while (entry !== undefined && entry.key !== key) entry = entry.next
    return entry
  }

  #insert(entry: Entry<V>): void {
    const place = placeOf(entry.key, this.#places)
    entry.next = this.#places[place]
    this.#places[place] = entry
  }

  #grow(): void {
    const entries = this.#entries()
    this.#places = new Array(this.#places.length * 4).fill(undefined)
    for (const entry of entries) this.#insert(entry)
  }

  #entries(): Entry<V>[] {
    const entries: Entry<V>[] = []
    for (const first of this.#places)
      for (let entry = first; entry !== undefined; entry = entry.next) entries.push(entry)
    return entries
  }
}

interface Entry<V> {
  readonly key: string
  value: V
  next: Entry<V> | undefined
}

/** A power of two. Its memory is kept: a table that shrinks and grows with the load would be copied again and again. */
const FEWEST_PLACES = 256
const MOST_IN_A_PLACE = 2

/** The whole key, so that no common beginning or end puts many keys into one place. */
function placeOf(key: string, places: readonly unknown[]): number {
  let hash = 0
  for (let at = 0; at < key.length; at++) hash = (Math.imul(hash, 31) + key.charCodeAt(at)) | 0
  // The high bits as well: the low ones depend mostly on the last characters.
  return (hash ^ (hash >>> 15)) & (places.length - 1)
}
