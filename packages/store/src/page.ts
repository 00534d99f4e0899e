/** A page of a list, and the length of the whole list. */
export interface Page<T> {
  readonly items: readonly T[]
  readonly total: number
}
