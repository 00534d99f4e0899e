/**
 * Renders Liquid templates that are text with `{{ path }}` placeholders, in linear time. Everything else runs in the
 * sandbox: filters, tags, white-space control, literals, and the words `size`, `first` and `last`, which Liquid computes.
 *
 * Results equal those of Liquid; `simple-template.test.ts` compares the two.
 */

export interface Filled {
  readonly text: string
  /** Missing variables, each once, up to the part of the path that is missing. */
  readonly missing: string[]
}

/** Returns the text, or undefined if the template needs Liquid. */
export type SimpleTemplate = (variables: Readonly<Record<string, unknown>>) => Filled | undefined

type Key = string | number
type Piece = string | readonly Key[]

/** The same limit as in the sandbox, which reports larger results. */
const MAX_TEXT_BYTES = 8 * 1024 * 1024
const MAX_MISSING = 100

// Sticky, without nested repetition: each reads every character once.
const SPACE = /[ \t\n\r]*/y
const NAME = /[A-Za-z_][A-Za-z0-9_]*/y
const MEMBER = /\.([A-Za-z_][A-Za-z0-9_]*)/y
const POSITION = /\[([0-9]{1,9})\]/y
const END = /\}\}/y

const COMPUTED = new Set(['size', 'first', 'last'])
const WORDS = new Set(['true', 'false', 'nil', 'null', 'empty', 'blank', 'not', 'and', 'or', 'contains'])

/** Compiles a simple template; undefined if the text is not simple. */
export function simpleTemplate(source: string): SimpleTemplate | undefined {
  if (source.includes('{%')) return undefined
  const pieces: Piece[] = []
  let at = 0
  for (let open = source.indexOf('{{'); open >= 0; open = source.indexOf('{{', at)) {
    pieces.push(source.slice(at, open))
    const path = pathAt(source, open + 2)
    if (path === undefined) return undefined
    pieces.push(path.keys)
    at = path.end
  }
  pieces.push(source.slice(at))
  return (variables) => filled(pieces, variables)
}

function pathAt(source: string, start: number): { keys: readonly Key[]; end: number } | undefined {
  let at = start
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    const match = pattern.exec(source)
    if (match !== null) at += match[0].length
    return match
  }
  take(SPACE)
  const first = take(NAME)?.[0]
  if (first === undefined || WORDS.has(first) || COMPUTED.has(first)) return undefined
  const keys: Key[] = [first]
  for (;;) {
    const member = take(MEMBER)?.[1]
    const position = member === undefined ? take(POSITION)?.[1] : undefined
    if (member === undefined && position === undefined) break
    if (member !== undefined && COMPUTED.has(member)) return undefined
    keys.push(member ?? Number(position))
  }
  take(SPACE)
  return take(END) === null ? undefined : { keys, end: at }
}

function filled(pieces: readonly Piece[], variables: Readonly<Record<string, unknown>>): Filled | undefined {
  const missing = new Set<string>()
  let text = ''
  try {
    for (const piece of pieces) {
      text += typeof piece === 'string' ? piece : shown(valueAt(piece, variables, missing))
      if (text.length > MAX_TEXT_BYTES) return undefined
    }
  } catch {
    // A value with a member named `toString` cannot be printed; Liquid reports it.
    return undefined
  }
  return Buffer.byteLength(text) > MAX_TEXT_BYTES ? undefined : { text, missing: [...missing] }
}

function valueAt(keys: readonly Key[], variables: unknown, missing: Set<string>): unknown {
  let value: unknown = variables
  for (const [at, key] of keys.entries()) {
    if (value === null) return null
    value = Object.hasOwn(Object(value), key) ? (value as Record<Key, unknown>)[key] : undefined
    if (value !== undefined) continue
    if (missing.size < MAX_MISSING) missing.add(keys.slice(0, at + 1).join('.'))
    return undefined
  }
  return value
}

/** Prints a value as Liquid does; the items of a list are joined without a separator. */
function shown(value: unknown): string {
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.map(shown).join('') : String(value)
}
