/** Values of `set`: numbers, booleans, null, JSON, texts with and without quotes, and blocks of several lines. */
import { refuse } from './edit-problem.ts'
import { numberIn } from './line-reader.ts'

const FENCE = '"""'
const ESCAPED_FENCE = '\\"""'
const MAX_DEPTH = 64

/** The value of a text. Everything that is not another kind of value is a text. */
export function valueIn(text: string): unknown {
  if (text.startsWith(FENCE)) return blockIn(text)
  if (text.startsWith('"') && text.endsWith('"') && text.length > 1) {
    const inner = parsedJson(text)
    return typeof inner === 'string' ? inner : text.slice(1, -1)
  }
  if (text.startsWith("'") && text.endsWith("'") && text.length > 1) return text.slice(1, -1)
  if (text.startsWith('[') || text.startsWith('{')) return parsedJson(text) ?? text
  if (text === 'null') return null
  if (text === 'true' || text === 'false') return text === 'true'
  return numberIn(text) ?? text
}

/** Prints a value so that `valueIn` returns it again: bare if possible, otherwise in quotes or as a block. */
export function valueText(value: unknown): string {
  if (typeof value !== 'string') return JSON.stringify(value) ?? 'null'
  const isOneLine = !/[\r\n]/.test(value)
  if (isOneLine && value === value.trim() && !value.includes(FENCE) && value !== '' && valueIn(value) === value) {
    return value
  }
  // A carriage return would be lost in a block, because lines may end either way.
  if (isOneLine || value.includes('\r')) return JSON.stringify(value)
  return `${FENCE}\n${value.replaceAll(FENCE, ESCAPED_FENCE)}\n${FENCE}`
}

/** How often a line opens or closes a block. */
export function fencesIn(line: string): number {
  let count = 0
  for (let at = fenceAt(line, 0); at >= 0; at = fenceAt(line, at + FENCE.length)) count++
  return count
}

/** The start of the next unescaped triple quote, or -1. */
function fenceAt(text: string, from: number): number {
  for (let at = text.indexOf(FENCE, from); at >= 0; at = text.indexOf(FENCE, at + FENCE.length)) {
    if (text[at - 1] !== '\\') return at
  }
  return -1
}

function blockIn(text: string): string {
  const end = fenceAt(text, FENCE.length)
  if (end < 0) return refuse('PARSE_ERROR', 'Unclosed block: """ opens it, and nothing closes it')
  if (text.slice(end + FENCE.length).trim() !== '') {
    return refuse('PARSE_ERROR', 'a block ends its command: nothing may follow the closing """')
  }
  const content = text.slice(FENCE.length, end)
  const start = content.startsWith('\n') ? 1 : 0
  const stop = content.length > start && content.endsWith('\n') ? content.length - 1 : content.length
  return content.slice(start, stop).replaceAll(ESCAPED_FENCE, FENCE)
}

function parsedJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (isDeeperThan(value, MAX_DEPTH)) refuse('PARSE_ERROR', `the value is nested deeper than ${MAX_DEPTH} levels`)
  return value
}

/** Uses an explicit stack, because a deeply nested value would overflow the call stack. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= limit; depth++) {
    level = level.flatMap((item) => (typeof item === 'object' && item !== null ? Object.values(item) : []))
    if (level.length === 0) return false
  }
  return true
}
