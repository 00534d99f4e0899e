/** A total order for values of any type. */

/** Order of types; missing values come last in both directions. */
const RANKS: Readonly<Record<string, number>> = { number: 0, string: 1, boolean: 2, object: 3 }

let collator: Intl.Collator | undefined

/** The indexes of the values in sorted order; the sort is stable. */
export function sortedPositions(values: readonly unknown[], isDescending: boolean): number[] {
  const turn = isDescending ? -1 : 1
  return [...values.keys()].sort((one, other) => {
    const [a, b] = [values[one], values[other]]
    const [isNoA, isNoB] = [a === null || a === undefined, b === null || b === undefined]
    if (isNoA || isNoB) return Number(isNoA) - Number(isNoB)
    return turn * compare(a, b)
  })
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b)
  if (typeof a === 'string' && typeof b === 'string') {
    // Natural order, with "9" before "10". Created on first use, because creating a collator is slow.
    collator ??= new Intl.Collator('en', { numeric: true })
    return collator.compare(a, b)
  }
  return (RANKS[typeof a] ?? 4) - (RANKS[typeof b] ?? 4)
}
