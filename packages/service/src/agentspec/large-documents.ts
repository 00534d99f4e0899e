/** Which documents are too large to be worked on by the main thread: about 20 ms for the largest that are not. */

/** Of a document as a text. */
export const LARGE_CHARACTERS = 100_000
/** Values in a document: objects, lists, texts, numbers. */
const LARGE_VALUES = 3_000

/** Processing time for a conversion, and what each million characters add to it. */
const DEADLINE_MS = 5_000
const DEADLINE_MS_PER_MILLION = 5_000

export function deadlineFor({ length }: { readonly length: number }): number {
  return DEADLINE_MS + (length / 1_000_000) * DEADLINE_MS_PER_MILLION
}

/** Counts no further than it has to. */
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
