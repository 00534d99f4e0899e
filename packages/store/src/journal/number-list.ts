import type { SqlValue } from '../sql.ts'

/** The number of entries of a list. */
export const LIST_LENGTH = 50

/**
 * Numbers as `$1, $2, …` for IN. The list is padded with 0, which is never used as a number, so the statement is always
 * the same and is prepared once.
 */
export function numberList(numbers: readonly number[]): { readonly list: string; readonly params: SqlValue[] } {
  const params = Array.from({ length: LIST_LENGTH }, (_, at) => numbers[at] ?? 0)
  return { list: params.map((_, at) => `$${at + 1}`).join(', '), params }
}

/** Splits items into parts that fit into a list. */
export function inLists<T>(items: readonly T[]): T[][] {
  const parts = Math.ceil(items.length / LIST_LENGTH)
  return Array.from({ length: parts }, (_, at) => items.slice(at * LIST_LENGTH, (at + 1) * LIST_LENGTH))
}
