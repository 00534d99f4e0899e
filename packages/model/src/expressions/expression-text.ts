/** A text with expressions in double braces: `https://api.example/orders/{{ body.id }}`. */
import { tokensIn } from './lexer.ts'

/** The longest text of a setting that is an expression, in characters; the same as for expressions of nodes. */
export const MAX_EXPRESSION_TEXT = 65_536

/** A piece of plain text, or the source of an expression and where it starts in the text. */
export type TextPart = string | { readonly source: string; readonly position: number }

export type ParsedText =
  | { readonly ok: true; readonly parts: readonly TextPart[] }
  | { readonly ok: false; readonly message: string; readonly position: number }

/** Splits a text at its double braces. Positions count characters from 0. */
export function parseExpressionText(text: string): ParsedText {
  if (text.length > MAX_EXPRESSION_TEXT) {
    const message = `it is longer than ${MAX_EXPRESSION_TEXT / 1024} KiB`
    return { ok: false, message, position: MAX_EXPRESSION_TEXT }
  }
  const parts: TextPart[] = []
  let at = 0
  for (let open = text.indexOf('{{'); open >= 0; open = text.indexOf('{{', at)) {
    if (open > at) parts.push(text.slice(at, open))
    const end = endOfExpression(text, open + 2)
    if (end < 0) return { ok: false, message: '"{{" is not closed by "}}"', position: open }
    const source = text.slice(open + 2, end)
    if (source.trim() === '') return { ok: false, message: 'there is nothing between "{{" and "}}"', position: open }
    parts.push({ source, position: open + 2 })
    at = end + 2
  }
  if (at < text.length) parts.push(text.slice(at))
  return { ok: true, parts }
}

/** True if a text has double braces, so that an author may expect it to be evaluated. */
export function hasDoubleBraces(text: string): boolean {
  const open = text.indexOf('{{')
  return open >= 0 && text.indexOf('}}', open + 2) >= 0
}

/** Where the braces that end an expression start; -1 if they are missing. Objects and texts may have braces too. */
function endOfExpression(text: string, from: number): number {
  let depth = 0
  for (const { kind, text: symbol, start } of tokensIn(text, from)) {
    if (kind !== 'symbol') continue
    if (symbol === '{') depth++
    else if (symbol === '}' && depth > 0) depth--
    else if (symbol === '}') return text[start + 1] === '}' ? start : -1
  }
  return -1
}

/**
 * The value of a text from the values of its expressions, in order. A text that is a single expression keeps the type of
 * its value; otherwise all values are written out as text.
 */
export function textValue(parts: readonly TextPart[], values: readonly unknown[]): unknown {
  if (parts.length === 1 && typeof parts[0] !== 'string') return values[0] ?? null
  let next = 0
  return parts.map((part) => (typeof part === 'string' ? part : written(values[next++]))).join('')
}

function written(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
