/** JSON in what a model said. Many models put it into a fence or between polite words, whatever they were told. */

/** A value, and the part of the text that it was written as. */
export interface FoundJson {
  readonly value: unknown
  readonly text: string
}

/** The JSON that a text is, or holds in a fence or between its outermost brackets; undefined when there is none. */
export function jsonIn(text: string): FoundJson | undefined {
  for (const candidate of candidatesIn(text)) {
    try {
      return { value: JSON.parse(candidate), text: candidate }
    } catch {
      // The next one may be JSON.
    }
  }
  return undefined
}

function* candidatesIn(text: string): Iterable<string> {
  yield text.trim()
  const opened = text.indexOf('```')
  const closed = text.lastIndexOf('```')
  // The rest of the line behind the opening fence is the name of a language.
  if (opened >= 0 && closed > opened) {
    yield text
      .slice(opened + 3, closed)
      .replace(/^[^\n{[]*/, '')
      .trim()
  }
  for (const [open, close] of ['{}', '[]']) {
    const from = text.indexOf(open ?? '')
    const to = text.lastIndexOf(close ?? '')
    if (from >= 0 && to > from) yield text.slice(from, to + 1)
  }
}
