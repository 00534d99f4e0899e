/**
 * Splits the source of an expression into tokens: enough to find its end inside a text and the names that it uses.
 * Follows the lexical rules of JSONata; the parser of the language decides whether the source is valid.
 */

export interface Token {
  readonly kind: 'name' | 'variable' | 'string' | 'number' | 'regex' | 'symbol'
  /** The name without backticks, or the token as it is written. */
  readonly text: string
  readonly start: number
  readonly end: number
}

const SPACE = /[ \t\n\r\v]+/y
const COMMENT = /\/\*(?:[^*]|\*(?!\/))*\*\//y
const STRING = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y
const QUOTED_NAME = /`([^`]*)`/y
const NUMBER = /(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?/y
const LONG_SYMBOL = /\.\.|:=|!=|<=|>=|\*\*|~>|\?\?|\?:/y
const SYMBOL = /[.[\]{}(),@#;:?+\-*/%|=<>^&!~]/y
/** JSONata ends a name at white space and at these characters. */
const WORD = /[^ \t\n\r\v.[\]{}(),@#;:?+\-*/%|=<>^&!~"'`]+/y

/** Words that are operators between two operands. */
const OPERATOR_WORDS = new Set(['and', 'or', 'in'])

/**
 * Reads one token after another. Ends at the end of the text, or at a character that starts no token: retrying there would
 * take quadratic time.
 */
export function* tokensIn(source: string, from = 0): Generator<Token, void> {
  let at = from
  let previous: Token | undefined
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at
    const match = pattern.exec(source) ?? undefined
    if (match !== undefined) at += match[0].length
    return match
  }
  while (at < source.length) {
    if (take(SPACE) ?? take(COMMENT)) continue
    if (source.startsWith('/*', at)) return
    const start = at
    if (source[at] === '/' && !isOperand(previous)) {
      at = endOfRegex(source, at)
      if (at < 0) return
      previous = { kind: 'regex', text: source.slice(start, at), start, end: at }
    } else {
      const token = tokenAt(take)
      if (token === undefined) return
      previous = { ...token, start, end: at }
    }
    yield previous
  }
}

function tokenAt(take: (pattern: RegExp) => RegExpExecArray | undefined): Pick<Token, 'kind' | 'text'> | undefined {
  const quoted = take(QUOTED_NAME)
  if (quoted !== undefined) return { kind: 'name', text: quoted[1] ?? '' }
  const string = take(STRING)
  if (string !== undefined) return { kind: 'string', text: string[0] }
  const number = take(NUMBER)
  if (number !== undefined) return { kind: 'number', text: number[0] }
  const symbol = take(LONG_SYMBOL) ?? take(SYMBOL)
  if (symbol !== undefined) return { kind: 'symbol', text: symbol[0] }
  const word = take(WORD)?.[0]
  return word === undefined ? undefined : { kind: word.startsWith('$') ? 'variable' : 'name', text: word }
}

/** True if a token can end an operand, so that `/` after it divides and does not start a regular expression. */
function isOperand(token: Token | undefined): boolean {
  if (token === undefined) return false
  if (token.kind === 'symbol') return token.text === ')' || token.text === ']' || token.text === '}'
  return !(token.kind === 'name' && OPERATOR_WORDS.has(token.text))
}

/** The end of the regular expression that starts here; -1 if none does. */
function endOfRegex(source: string, from: number): number {
  if (source[from] !== '/') return -1
  let depth = 0
  for (let at = from + 1; at < source.length; at++) {
    const mark = source.charAt(at)
    if (mark === '\\') at++
    else if ('([{'.includes(mark)) depth++
    else if (')]}'.includes(mark)) depth--
    else if (mark === '/' && depth <= 0) {
      let end = at + 1
      while (source[end] === 'i' || source[end] === 'm') end++
      return end
    }
  }
  return -1
}
