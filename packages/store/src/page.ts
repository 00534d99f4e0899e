/** A part of a list, and how long the whole is. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
}
