/**
 * A queue that is fair between callers, and between the workflows of one caller: each caller is served in turn, within
 * a caller each workflow in turn, within a workflow the oldest first. Pure.
 */

/** The caller and workflow that an item counts for. */
export interface Share {
  readonly caller: string
  readonly workflow: string
}

/** Maps keep the order of insertion: a key that was served moves to the end. */
type Queues<T> = Map<string, Map<string, T[]>>

export class FairQueue<T extends { readonly share: Share }> {
  readonly #queues: Queues<T> = new Map()
  #size = 0

  get size(): number {
    return this.#size
  }

  push(item: T): void {
    this.#queueOf(item).push(item)
    this.#size++
  }

  /** Puts an item before all others: it was taken and has to wait again. The last one taken is put back first. */
  putBack(item: T): void {
    this.#queueOf(item).unshift(item)
    moveToFront(this.#queues, item.share.caller)
    const queues = this.#queues.get(item.share.caller)
    if (queues !== undefined) moveToFront(queues, item.share.workflow)
    this.#size++
  }

  /** Removes and returns the next item. */
  take(): T | undefined {
    for (const [caller, queues] of this.#queues) {
      for (const [workflow, queue] of queues) {
        const item = queue.shift()
        queues.delete(workflow)
        if (queue.length > 0) queues.set(workflow, queue)
        this.#queues.delete(caller)
        if (queues.size > 0) this.#queues.set(caller, queues)
        this.#size--
        return item
      }
    }
    return undefined
  }

  /** Removes an item from any position; false if it is not queued. */
  remove(item: T): boolean {
    const { caller, workflow } = item.share
    const queues = this.#queues.get(caller)
    const queue = queues?.get(workflow)
    const at = queue?.indexOf(item) ?? -1
    if (queues === undefined || queue === undefined || at < 0) return false
    queue.splice(at, 1)
    if (queue.length === 0) queues.delete(workflow)
    if (queues.size === 0) this.#queues.delete(caller)
    this.#size--
    return true
  }

  /** The number of queued items of each caller. */
  counts(): Map<string, number> {
    const counts = new Map<string, number>()
    for (const [caller, queues] of this.#queues) {
      let count = 0
      for (const queue of queues.values()) count += queue.length
      counts.set(caller, count)
    }
    return counts
  }

  /** The newest item of the caller's longest queue. */
  lastOf(caller: string): T | undefined {
    let longest: T[] = []
    for (const queue of this.#queues.get(caller)?.values() ?? []) if (queue.length > longest.length) longest = queue
    return longest.at(-1)
  }

  /** Removes and returns all items, in the order in which they would have been served. */
  *drain(): Iterable<T> {
    for (let item = this.take(); item !== undefined; item = this.take()) yield item
  }

  #queueOf({ share: { caller, workflow } }: T): T[] {
    const queues = this.#queues.get(caller) ?? new Map<string, T[]>()
    this.#queues.set(caller, queues)
    const queue = queues.get(workflow) ?? []
    queues.set(workflow, queue)
    return queue
  }
}

function moveToFront<V>(map: Map<string, V>, key: string): void {
  const entries = [...map]
  map.clear()
  for (const entry of entries) if (entry[0] === key) map.set(...entry)
  for (const entry of entries) if (entry[0] !== key) map.set(...entry)
}
