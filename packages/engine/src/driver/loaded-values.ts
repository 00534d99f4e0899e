import type { LargeJson } from '@millrace/model'

/** Large values that are parsed in slices before they are used, and kept in memory until they have been. */
export class LoadedValues {
  readonly #large: readonly LargeJson[]
  #values: unknown[] = []

  constructor(large: readonly LargeJson[]) {
    this.#large = large
  }

  get isEmpty(): boolean {
    return this.#large.length === 0
  }

  async load(): Promise<void> {
    for (const large of this.#large) this.#values.push(await large.load())
  }

  /** Also keeps the values from being collected before: they are used until here. */
  release(): void {
    this.#values = []
  }
}
