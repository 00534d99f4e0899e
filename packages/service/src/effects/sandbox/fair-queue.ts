/**
 * A queue that is fair between callers, and between the workflows of one caller: each caller is served in turn, within
 * a caller each workflow in turn, within a workflow the oldest first. Pure.
 */

/** Whose share of the queue an item takes. */
export interface Share {
  readonly caller: string
  readonly workflow: string
}

/** Maps keep the order of insertion: a key that was served is moved to the end. */
type Lines<T> = Map<string, Map<string, T[]>>

export class FairQueue<T extends { readonly share: Share }> {
  readonly #lines: Lines<T> = new Map()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(item: T): void {
    this.#lineOf(item).push(item)
    this.#size++
  }

  /** Puts an item before the others of its workflow, for one that was taken and has to wait again. */
  putBack(item: T): void {
    this.#lineOf(item).unshift(item)
    this.#size++
  }

  /** Removes and returns the next item. */
  take(): T | undefined {
    for (const [caller, lines] of this.#lines) {
      for (const [workflow, line] of lines) {
        const item = line.shift()
        lines.delete(workflow)
        if (line.length > 0) lines.set(workflow, line)
        this.#lines.delete(caller)
        if (lines.size > 0) this.#lines.set(caller, lines)
        this.#size--
        return item
      }
    }
    return undefined
  }

  /** Removes an item from the middle; false when it is not queued. */
  remove(item: T): boolean {
    const { caller, workflow } = item.share
    const lines = this.#lines.get(caller)
    const line = lines?.get(workflow)
    const at = line?.indexOf(item) ?? -1
    if (lines === undefined || line === undefined || at < 0) return false
    line.splice(at, 1)
    if (line.length === 0) lines.delete(workflow)
    if (lines.size === 0) this.#lines.delete(caller)
    this.#size--
    return true
  }

  /** How many items each caller has in the queue. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [caller, lines] of this.#lines) {
      let count = 0
      for (const line of lines.values()) count += line.length
      counts.set(caller, count)
    }
    return counts
  }

  /** The newest item of a caller's longest line. */
  lastOf(caller: string): T | undefined {
    let longest: T[] = []
    for (const line of this.#lines.get(caller)?.values() ?? []) if (line.length > longest.length) longest = line
    return longest.at(-1)
  }

  /** Removes and returns everything, in the order in which it would have been served. */
  *drain(): Iterable<T> {
    for (let item = this.take(); item !== undefined; item = this.take()) yield item
  }

  #lineOf({ share: { caller, workflow } }: T): T[] {
    const lines = this.#lines.get(caller) ?? new Map<string, T[]>()
    this.#lines.set(caller, lines)
    const line = lines.get(workflow) ?? []
    lines.set(workflow, line)
    return line
  }
}
