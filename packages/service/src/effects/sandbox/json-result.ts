/** Parses results of sandbox processes: JSON text that has not been checked yet. */
import { NodeFailure } from '@millrace/model'

/** Deeper values overflow the stack of code that walks them later, including the journal's `JSON.stringify`. */
export const MAX_DEPTH = 128

/** Parses a JSON text that is not nested too deeply. */
export function jsonResult(text: string): unknown {
  if (isTooDeep(text)) throw tooDeep()
  return JSON.parse(text)
}

export function tooDeep(): NodeFailure {
  return new NodeFailure('RESULT_TOO_LARGE', `The result is nested deeper than ${MAX_DEPTH} levels.`)
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = new Set([0x5b, 0x7b])
const CLOSE = new Set([0x5d, 0x7d])

function isTooDeep(text: string): boolean {
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(text, at)
    else if (OPEN.has(unit) && ++depth > MAX_DEPTH) return true
    else if (CLOSE.has(unit)) depth--
  }
  return false
}

/** The end of a string that starts at a quote. Searches for quotes, because most text is inside strings. */
function endOfString(text: string, start: number): number {
  for (let at = text.indexOf('"', start + 1); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0
    while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++
    if (backslashes % 2 === 0) return at
  }
  return text.length
}
