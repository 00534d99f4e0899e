/** A set of objects that is read in the order of insertion. */
export interface Items<T> extends Iterable<T> {
  readonly size: number
  has(item: T): boolean
}

/** Up to this many items are in a list: most runs have fewer steps at once. */
const FEW = 16

/**
 * A set that is a list while it is small: a `Set` gives every object a hash and moves its table each time it grows or
 * shrinks, which costs more than most quick steps. Nothing may be removed while it is iterated.
 */
export class SmallSet<T extends object> implements Items<T> {
  private list: T[] = []
  private many: Set<T> | undefined

  get size(): number {
    return this.many === undefined ? this.list.length : this.many.size
  }

  has(item: T): boolean {
    return this.many === undefined ? this.list.includes(item) : this.many.has(item)
  }

  add(item: T): void {
    if (this.many !== undefined) this.many.add(item)
    else if (this.list.length === 0) this.list = [item]
    else if (!this.list.includes(item)) this.append(item)
  }

  private append(item: T): void {
    this.list.push(item)
    if (this.list.length <= FEW) return
    this.many = new Set(this.list)
    this.list = []
  }

  /** False if it was not in the set. */
  delete(item: T): boolean {
    if (this.many !== undefined) return this.many.delete(item)
    const at = this.list.indexOf(item)
    if (at < 0) return false
    if (this.list.length === 1) this.list.pop()
    else this.list.splice(at, 1)
    return true
  }

  clear(): void {
    this.list = []
    this.many = undefined
  }

  [Symbol.iterator](): Iterator<T> {
    return (this.many ?? this.list)[Symbol.iterator]()
  }
}
