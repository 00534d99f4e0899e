/** A queue per caller; callers take turns, so that a caller with many items does not delay the others. */
export class FairQueue<Item> {
  readonly #byCaller = new Map<string, Item[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  sizeOf(caller: string): number {
    return this.#byCaller.get(caller)?.length ?? 0
  }

  push(caller: string, item: Item): void {
    const items = this.#byCaller.get(caller)
    if (items === undefined) this.#byCaller.set(caller, [item])
    else items.push(item)
    this.#size += 1
  }

  /** The oldest item of the caller whose turn it is. */
  shift(): Item | undefined {
    for (const [caller, items] of this.#byCaller) {
      const item = items.shift()
      // A map keeps the order of insertion: adding the caller again makes it the last one in turn.
      this.#byCaller.delete(caller)
      if (items.length > 0) this.#byCaller.set(caller, items)
      if (item === undefined) continue
      this.#size -= 1
      return item
    }
    return undefined
  }

  /** Returns true if the item was still queued. */
  remove(caller: string, item: Item): boolean {
    const items = this.#byCaller.get(caller) ?? []
    const at = items.indexOf(item)
    if (at === -1) return false
    items.splice(at, 1)
    if (items.length === 0) this.#byCaller.delete(caller)
    this.#size -= 1
    return true
  }
}
