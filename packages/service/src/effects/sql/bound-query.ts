/**
 * Converts the parameters of a query to bound values: `$1` of a list, `:name` of an object. Values never become part of
 * the text, so nothing needs to be escaped.
 *
 * It only searches for parameters and for the end of the statement, and skips strings, quoted names and comments. Every
 * character is read once: a quote that is not closed extends to the end of the query.
 */
import { isObject, NodeFailure } from '@millrace/model'

export type SqlDialect = 'postgres' | 'sqlite'

export interface BoundQuery {
  /** With the database's own placeholders: `$1`, `$2` … for Postgres, `?` for SQLite. */
  readonly text: string
  readonly values: readonly unknown[]
}

const INTERESTING = /['"`$:?;/-]/g
/** Not after a colon, a name or a bracket: those are casts (`x::int`) and slices (`list[1:2]`). */
const PARAMETER = /(?<![\w:\])"]):([A-Za-z_]\w*)|\$(\d+)/y
const DOLLAR_QUOTE = /\$(?:[A-Za-z_]\w*)?\$/y

/** Returns the statement and its values; throws SQL_FAILED for a missing parameter or a second statement. */
export function boundQuery(query: string, parameters: unknown, dialect: SqlDialect): BoundQuery {
  const values: unknown[] = []
  let text = ''
  let copied = 0
  let at = indexOf(INTERESTING, query, 0)
  while (at < query.length) {
    const end = endOfQuoted(query, at, dialect)
    const match = end > at ? null : matchAt(PARAMETER, query, at)
    if (match !== null) {
      values.push(parameterOf(parameters ?? [], match[1] ?? Number(match[2])))
      text += query.slice(copied, at) + (dialect === 'sqlite' ? '?' : `$${values.length}`)
      copied = at + match[0].length
    } else if (query[at] === ';') {
      if (!isEmptyFrom(query, at)) throw invalid('it must be a single statement')
      return { text: text + query.slice(copied, at), values }
    } else if (query[at] === '?' && dialect === 'sqlite') {
      throw invalid('parameters must be written as $1 or :name')
    }
    at = indexOf(INTERESTING, query, Math.max(end, copied, at + 1))
  }
  return { text: text + query.slice(copied), values }
}

function indexOf(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from
  return pattern.exec(text)?.index ?? text.length
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

/** Whether only white space, comments and semicolons follow. */
function isEmptyFrom(query: string, start: number): boolean {
  let at = start
  while (at < query.length) {
    const end = endOfComment(query, at)
    if (end === at && !/[\s;]/.test(query[at] ?? '')) return false
    at = Math.max(end, at + 1)
  }
  return true
}

function endOfComment(query: string, at: number): number {
  if (query.startsWith('--', at)) return after('\n', query, at)
  return query.startsWith('/*', at) ? after('*/', query, at + 2) : at
}

/** The position after the next occurrence; the end of the query if there is none. */
function after(sign: string, query: string, from: number): number {
  const found = query.indexOf(sign, from)
  return found < 0 ? query.length : found + sign.length
}

/** The end of a string, quoted name or comment that starts here; the same position if none starts. */
function endOfQuoted(query: string, at: number, dialect: SqlDialect): number {
  const sign = query[at] ?? ''
  if (sign === '-' || sign === '/') return endOfComment(query, at)
  if (sign === '$' && dialect === 'postgres') {
    const tag = matchAt(DOLLAR_QUOTE, query, at)?.[0]
    return tag === undefined ? at : after(tag, query, at + tag.length)
  }
  if (sign !== "'" && sign !== '"' && sign !== '`') return at
  // A doubled quote is read as the end of one string and the start of another, with the same result.
  return sign === "'" && dialect === 'postgres' && hasEscapes(query, at)
    ? endOfEscaped(query, at)
    : after(sign, query, at + 1)
}

/** Whether a string has the form E'…', in which a backslash escapes a quote. */
function hasEscapes(query: string, at: number): boolean {
  return /(?:^|\W)[eE]$/.test(query.slice(Math.max(0, at - 2), at))
}

function endOfEscaped(query: string, at: number): number {
  let end = at + 1
  while (end < query.length && query[end] !== "'") end += query[end] === '\\' ? 2 : 1
  return end + 1
}

function parameterOf(given: unknown, key: string | number): unknown {
  if (!Array.isArray(given) && !isObject(given)) throw invalid('parameters must be a list or an object')
  const value = Array.isArray(given) ? numbered(given, key) : named(given, key)
  if (value === undefined) {
    throw invalid(`there is no parameter ${typeof key === 'number' ? `$${key}` : `:${key.slice(0, 100)}`}`)
  }
  return value
}

function numbered(given: readonly unknown[], key: string | number): unknown {
  return typeof key === 'number' ? given[key - 1] : undefined
}

function named(given: Readonly<Record<string, unknown>>, key: string | number): unknown {
  return typeof key === 'string' && Object.hasOwn(given, key) ? given[key] : undefined
}

function invalid(why: string): NodeFailure {
  return new NodeFailure('SQL_FAILED', `The statement cannot be run: ${why}.`)
}
