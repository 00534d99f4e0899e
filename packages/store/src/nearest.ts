/** A document by its number in the database, and its similarity. */
export interface Scored {
  readonly num: number
  readonly score: number
}

/**
 * The k best documents: those with the highest score, and of equal ones those with the smaller number, so that both
 * databases return the same result. A heap whose root is the worst kept entry: offering a worse document costs one
 * comparison.
 */
export class Nearest {
  readonly #limit: number
  readonly #scores: Float64Array
  readonly #nums: Float64Array
  #size = 0

  constructor(limit: number) {
    this.#limit = limit
    this.#scores = new Float64Array(limit)
    this.#nums = new Float64Array(limit)
  }

  offer(num: number, score: number): void {
    if (this.#size < this.#limit) {
      this.#size += 1
      this.#rise(this.#size - 1, num, score)
    } else if (this.#limit > 0 && this.#isWorse(0, num, score)) this.#sink(num, score)
  }

  /** Best first. */
  best(): Scored[] {
    const found = Array.from({ length: this.#size }, (_, at) => ({ num: this.#num(at), score: this.#score(at) }))
    return found.sort((a, b) => b.score - a.score || a.num - b.num)
  }

  /** Inserts an entry at the end of the heap and moves it up past better ones. */
  #rise(from: number, num: number, score: number): void {
    let at = from
    while (at > 0) {
      const parent = (at - 1) >> 1
      if (this.#isWorse(parent, num, score)) break
      this.#move(parent, at)
      at = parent
    }
    this.#put(at, num, score)
  }

  /** Replaces the root and moves the new entry down past worse ones. */
  #sink(num: number, score: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= this.#size) break
      if (child + 1 < this.#size && this.#isWorse(child + 1, this.#num(child), this.#score(child))) child += 1
      if (!this.#isWorse(child, num, score)) break
      this.#move(child, at)
      at = child
    }
    this.#put(at, num, score)
  }

  /** Whether the kept entry at an index is worse than another one. */
  #isWorse(at: number, num: number, score: number): boolean {
    const kept = this.#score(at)
    return kept < score || (kept === score && this.#num(at) > num)
  }

  #score(at: number): number {
    return this.#scores[at] ?? 0
  }

  #num(at: number): number {
    return this.#nums[at] ?? 0
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#num(from), this.#score(from))
  }

  #put(at: number, num: number, score: number): void {
    this.#scores[at] = score
    this.#nums[at] = num
  }
}
