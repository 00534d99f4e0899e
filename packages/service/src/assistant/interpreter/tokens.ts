/** Cuts a message into tokens in one pass: words, quoted texts, commas and the ends of sentences. */
import { normalised } from './words.ts'

export interface Token {
  readonly kind: 'word' | 'quoted' | 'comma' | 'break'
  /** As written, without quotes; `word` is normalised, and empty unless it is a word. */
  readonly text: string
  readonly word: string
  readonly start: number
  readonly end: number
}

export type Tokens = readonly Token[]

/** Which quotes close a quote. */
const CLOSING = new Map(
  ['""', '“”', '„“”"', '«»', '»«', '``', "''", '‘’', '‚‘’'].map(([open, ...close]) => [open, close]),
)

export function tokensOf(message: string): Token[] {
  const tokens: Token[] = []
  const unclosed = new Set<string>()
  let at = 0
  const push = (kind: Token['kind'], end: number, text = message.slice(at, end)) => {
    tokens.push({ kind, text, word: kind === 'word' ? normalised(text) : '', start: at, end })
    at = end
  }
  while (at < message.length) {
    const char = message[at] ?? ''
    const close = unclosed.has(char) ? -1 : closingQuote(message, at)
    if ('\n;\u2028\u2029'.includes(char)) push('break', at + 1)
    else if (isSpace(char)) at++
    else if (char === ',') push('comma', at + 1)
    else if (close > at) push('quoted', close + 1, message.slice(at + 1, close))
    else {
      unclosed.add(char)
      pushWord(message, at, push)
    }
  }
  return tokens
}

const isSpace = (char: string) => char.trim() === ''
const isDigit = (char = '') => char >= '0' && char <= '9'

/** Where the quote that opens here is closed; an apostrophe inside a word closes nothing. */
function closingQuote(message: string, at: number): number {
  const found = (CLOSING.get(message[at]) ?? [])
    .map((quote) => message.indexOf(quote, at + 1))
    .filter((end) => end > at)
  const end = Math.min(...found)
  return found.length === 0 || (message[at] === "'" && /[\p{L}\p{N}]/u.test(message[end + 1] ?? '')) ? -1 : end
}

/** Pushes the word that starts here and what its end stands for: a colon, a possessive or the end of a sentence. */
function pushWord(message: string, start: number, push: (kind: Token['kind'], end: number) => void): void {
  let end = start + 1
  while (end < message.length && !endsWord(message, end)) end++
  let last = end
  while (last > start + 1 && '.!?…:'.includes(message[last - 1] ?? '')) last--
  const isPossessive = last - start > 2 && /^['’]s$/.test(message.slice(last - 2, last))
  if (isPossessive) push('word', last - 2)
  push('word', last)
  if (last < end) push(message[end - 1] === ':' ? 'word' : 'break', end)
}

function endsWord(message: string, at: number): boolean {
  const char = message[at] ?? ''
  const isComma = char === ',' && !(isDigit(message[at - 1]) && isDigit(message[at + 1]))
  return isComma || isSpace(char) || ';"“”„«»`'.includes(char)
}
