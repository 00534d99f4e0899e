/** Finds JSON in model output. Many models add a code fence or extra words despite instructions. */

/** A value, and the text that it was parsed from. */
export interface FoundJson {
  readonly value: unknown
  readonly text: string
}

/** The JSON in a text: the whole text, a code fence, or the outermost brackets. Undefined if there is none. */
export function jsonIn(text: string): FoundJson | undefined {
  for (const candidate of candidatesIn(text)) {
    try {
      return { value: JSON.parse(candidate), text: candidate }
    } catch {
      // Try the next candidate.
    }
  }
  return undefined
}

function* candidatesIn(text: string): Iterable<string> {
  yield text.trim()
  const opened = text.indexOf('```')
  const closed = text.lastIndexOf('```')
  // The rest of the line after the opening fence is the language name.
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
