/**
 * Unique names with a number appended to duplicates. Remembers the next number, because counting from 2 for each of
 * thousands of equal names would take quadratic time.
 */
export class NumberedNames {
  readonly #isTaken: (name: string) => boolean
  readonly #next = new Map<string, number>()

  constructor(isTaken: (name: string) => boolean) {
    this.#isTaken = isTaken
  }

  /** The name itself, or with the first free number from 2. The caller must take it before the next call. */
  free(wanted: string, between = ' '): string {
    let name = wanted
    let number = this.#next.get(wanted) ?? 2
    while (this.#isTaken(name)) name = `${wanted}${between}${number++}`
    this.#next.set(wanted, number)
    return name
  }
}
