/** Values as they are kept, and JSON in the answers of models. */
export type { Values } from '../values.ts'

/** A value as it will be read back from a disk. */
export function asKept<T>(value: T): T {
  const text = JSON.stringify(value)
  return text === undefined ? (null as T) : (JSON.parse(text) as T)
}

/** The JSON that a text is, or holds in a fence or between its outermost brackets. */
export function jsonIn(text: string): unknown {
  for (const candidate of candidatesIn(text)) {
    try {
      return JSON.parse(candidate)
    } catch {
      // The next one may be JSON.
    }
  }
  return undefined
}

const FENCE = '```'

function* candidatesIn(text: string): Iterable<string> {
  yield text.trim()
  const opens = text.indexOf(FENCE)
  const closes = text.lastIndexOf(FENCE)
  // Not with one pattern: looking for an end that is not there would take it time in the square of the length.
  if (opens >= 0 && closes > opens)
    yield text
      .slice(opens + FENCE.length, closes)
      .replace(/^[^\n{[]*/, '')
      .trim()
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from >= 0 && to > from) yield text.slice(from, to + 1)
}
