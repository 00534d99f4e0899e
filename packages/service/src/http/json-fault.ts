/** Finds the first syntax error of a JSON text, for the error message after a failed parse. */

const SPACE = String.raw`[ \t\n\r]*`
const MARK = String.raw`([[\]{},:])`
const SCALAR = String.raw`(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+\-]?\d+)?|true|false|null)(?![\w.+\-])`
const TOKEN = new RegExp(`${SPACE}(?:${MARK}|(")|${SCALAR})`, 'uy')
const ESCAPE = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y

type Expect = 'value' | 'value or ]' | 'key or }' | 'key' | ':' | ', or ]' | ', or }' | 'end'

export interface Fault {
  /** Offset in the text. */
  readonly at: number
  readonly line: number
  readonly column: number
  readonly expected: string
}

/** The first position that violates the syntax of JSON. */
export function jsonFault(text: string): Fault {
  const open: ('[' | '{')[] = []
  let expect: Expect = 'value'
  let at = 0
  TOKEN.lastIndex = 0
  for (;;) {
    const start = at
    const match = TOKEN.exec(text)
    const end = match?.[2] === undefined ? TOKEN.lastIndex : stringEnd(text, TOKEN.lastIndex)
    const next: Expect | undefined = match === null || end < 0 ? undefined : step(expect, kindOf(match), open)
    if (next === undefined) return faultAt(text, start + leadingSpace(text, start), expect)
    expect = next
    TOKEN.lastIndex = end
    at = end
  }
}

/** The end of a string, from after its first quote; negative if it has none. A regular expression would overflow the stack. */
function stringEnd(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === 0x22) return at + 1
    if (unit < 0x20) return -1
    if (unit !== 0x5c) continue
    ESCAPE.lastIndex = at + 1
    if (!ESCAPE.test(text)) return -1
    at = ESCAPE.lastIndex - 1
  }
  return -1
}

function kindOf(match: RegExpExecArray): string {
  return match[1] ?? (match[2] === undefined ? 'scalar' : 'string')
}

/** What may follow a token; undefined if the token is not allowed here. */
function step(expect: Expect, token: string, open: ('[' | '{')[]): Expect | undefined {
  const wantsValue = expect === 'value' || expect === 'value or ]'
  if (wantsValue && (token === '[' || token === '{')) {
    open.push(token)
    return token === '[' ? 'value or ]' : 'key or }'
  }
  if (wantsValue && (token === 'string' || token === 'scalar')) return afterValue(open)
  if ((token === ']' && (expect === 'value or ]' || expect === ', or ]')) || (token === '}' && isEndOfObject(expect))) {
    open.pop()
    return afterValue(open)
  }
  if (token === 'string' && (expect === 'key' || expect === 'key or }')) return ':'
  if (token === ':' && expect === ':') return 'value'
  if (token === ',' && expect === ', or ]') return 'value'
  if (token === ',' && expect === ', or }') return 'key'
  return undefined
}

function isEndOfObject(expect: Expect): boolean {
  return expect === 'key or }' || expect === ', or }'
}

function afterValue(open: readonly ('[' | '{')[]): Expect {
  const inside = open.at(-1)
  if (inside === undefined) return 'end'
  return inside === '[' ? ', or ]' : ', or }'
}

function leadingSpace(text: string, from: number): number {
  return /^[ \t\n\r]*/.exec(text.slice(from, from + 10_000))?.[0].length ?? 0
}

function faultAt(text: string, at: number, expected: Expect): Fault {
  const before = text.slice(0, at)
  const line = before.split('\n').length
  return { at, line, column: at - before.lastIndexOf('\n'), expected }
}
