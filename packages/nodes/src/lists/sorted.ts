/** Puts values of any kind in one order. */

/** Numbers, texts, truth values, structures; what is not there comes last, whichever way the list is turned. */
const RANKS: Readonly<Record<string, number>> = { number: 0, string: 1, boolean: 2, object: 3 }

let collator: Intl.Collator | undefined

/** Positions of the values in their order; equal ones keep theirs. */
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
    // As in a phone book, with "9" before "10". Made when first needed: making one is slow.
    collator ??= new Intl.Collator('en', { numeric: true })
    return collator.compare(a, b)
  }
  return (RANKS[typeof a] ?? 4) - (RANKS[typeof b] ?? 4)
}
