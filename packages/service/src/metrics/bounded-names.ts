/** Values of a label that come from outside: the first ones keep their names, further ones are `other`. */
export class BoundedNames {
  readonly #known = new Set<string>()
  readonly #max: number

  constructor(max: number) {
    this.#max = max
  }

  name(given: string): string {
    if (this.#known.has(given)) return given
    if (this.#known.size >= this.#max) return 'other'
    this.#known.add(given)
    return given
  }
}
