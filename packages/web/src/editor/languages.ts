/**
 * Quick checks of expressions and templates: unbalanced brackets and braces. The service parses them; its parsers are
 * too large for the page.
 */
import type { Languages } from '@millrace/model'

const CLOSES: Readonly<Record<string, string>> = { ')': '(', ']': '[', '}': '{' }

/** The first unbalanced bracket, if any. Skips quoted strings and names in backticks. */
export function expressionProblem(text: string): string | undefined {
  const open: string[] = []
  for (let at = 0; at < text.length; at++) {
    const mark = text.charAt(at)
    if (mark === '"' || mark === "'" || mark === '`') {
      const end = closingQuote(text, at)
      if (end < 0) return `the quote at ${at + 1} is not closed`
      at = end
    } else if (mark === '(' || mark === '[' || mark === '{') open.push(mark)
    // A regular expression may contain any bracket, so it is left to the service.
    else if (mark === '/' && /[,(=]\s*$/.test(text.slice(0, at))) return undefined
    else if (CLOSES[mark] !== undefined && open.pop() !== CLOSES[mark]) return `"${mark}" at ${at + 1} closes nothing`
  }
  return open.length === 0 ? undefined : `"${open.at(-1)}" is not closed`
}

function closingQuote(text: string, from: number): number {
  const quote = text.charAt(from)
  for (let at = from + 1; at < text.length; at++) {
    if (text.charAt(at) === '\\') at++
    else if (text.charAt(at) === quote) return at
  }
  return -1
}

/** A placeholder or tag that is not closed. */
export function templateProblem(text: string): string | undefined {
  for (const [open, close] of [
    ['{{', '}}'],
    ['{%', '%}'],
  ] as const) {
    for (let at = text.indexOf(open); at >= 0; at = text.indexOf(open, at + 2)) {
      const end = text.indexOf(close, at)
      const next = text.indexOf(open, at + 2)
      if (end < 0 || (next >= 0 && next < end)) return `${open} at ${at + 1} is not closed`
    }
  }
  return undefined
}

export const EDITOR_LANGUAGES: Languages = { expressionProblem, templateProblem }
