/** Which documents are too large for the main thread; the largest others take about 20 ms. */

/** Characters of a document as text. */
export const LARGE_CHARACTERS = 100_000
/** Values in a document: objects, lists, strings, numbers. */
const LARGE_VALUES = 3_000

/** CPU time limit for a conversion, plus an amount per million characters. */
const DEADLINE_MS = 5_000
const DEADLINE_MS_PER_MILLION = 5_000

export function deadlineFor({ length }: { readonly length: number }): number {
  return DEADLINE_MS + (length / 1_000_000) * DEADLINE_MS_PER_MILLION
}

/** Stops counting at the limit. */
export function isLarge(document: unknown): boolean {
  let [values, characters] = [0, 0]
  const open: unknown[] = [document]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    values += 1
    if (typeof one === 'string') characters += one.length
    if (values + open.length > LARGE_VALUES || characters > LARGE_CHARACTERS) return true
    if (typeof one !== 'object' || one === null) continue
    for (const inner of Object.values(one)) {
      if (inner !== undefined) open.push(inner)
      if (open.length > LARGE_VALUES) return true
    }
  }
  return false
}
