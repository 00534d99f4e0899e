import type { SqlValue } from '../sql.ts'

/** How many numbers fit into a list. */
export const LIST_LENGTH = 50

/**
 * Numbers as `$1, $2, …` for IN. The list is filled up with 0, which is the number of nothing, so that it is always the
 * same statement, prepared once.
 */
export function numberList(numbers: readonly number[]): { readonly list: string; readonly params: SqlValue[] } {
  const params = Array.from({ length: LIST_LENGTH }, (_, at) => numbers[at] ?? 0)
  return { list: params.map((_, at) => `$${at + 1}`).join(', '), params }
}

/** Parts that fit into a list. */
export function inLists<T>(items: readonly T[]): T[][] {
  const parts = Math.ceil(items.length / LIST_LENGTH)
  return Array.from({ length: parts }, (_, at) => items.slice(at * LIST_LENGTH, (at + 1) * LIST_LENGTH))
}
