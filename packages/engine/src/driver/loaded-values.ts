import type { LargeJson } from '@millrace/model'

/** Large values that are parsed in slices before use, and stay in memory until then. */
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

  /** Also keeps the values from being garbage-collected earlier. */
  release(): void {
    this.#values = []
  }
}
