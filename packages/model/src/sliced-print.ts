/**
 * Prints large values as JSON in parts, so that other requests are served in between. The result equals that of
 * `JSON.stringify` for plain JSON values.
 */
import { isObject } from './json.ts'
import { LargeJson } from './large-json.ts'
import { nextTurn, TimeSlice } from './time-slice.ts'

/** Values that are printed at once: about a millisecond. */
const AT_ONCE = 2_500
/** A workflow of five hundred nodes: counting and joining its parts takes longer than printing it at once. */
export const DOCUMENT_AT_ONCE = 20_000
/** A text counts as one value for this many characters. */
const CHARACTERS_OF_ONE = 100
/** Longer texts are printed in parts of this length. */
const CHARACTERS_AT_ONCE = AT_ONCE * CHARACTERS_OF_ONE
/** Deeper values, and those that contain themselves, are rejected. */
const MAX_DEPTH = 200

/** `atOnce` is the number of values up to which the whole value is printed at once. */
export async function printInSlices(value: unknown, atOnce = AT_ONCE): Promise<string> {
  if (value instanceof LargeJson) return value.text
  if (atOnce > AT_ONCE && countOf(value, undefined, atOnce) <= atOnce) return JSON.stringify(value)
  const large = new Set<unknown>()
  if (countOf(value, large) <= AT_ONCE) return JSON.stringify(value)
  const parts: string[] = []
  await new SlicedPrinter(parts, large).print(value, 0)
  // Joining cannot be divided, so it gets a turn of its own.
  await nextTurn()
  const text = parts.join('')
  await nextTurn()
  return text
}

/** The JSON of a value that is small enough to be printed at once; otherwise undefined. */
export function printAtOnce(value: object): string | undefined {
  return countOf(value, undefined) <= AT_ONCE ? JSON.stringify(value) : undefined
}

class SlicedPrinter {
  readonly #parts: string[]
  /** Containers that are known to have many members: listing their keys takes milliseconds. */
  readonly #large: Set<unknown>
  readonly #slice = new TimeSlice()

  constructor(parts: string[], large: Set<unknown>) {
    this.#parts = parts
    this.#large = large
  }

  async print(value: unknown, depth: number): Promise<void> {
    if (depth > MAX_DEPTH) throw new TypeError(`The value is nested deeper than ${MAX_DEPTH} levels.`)
    if (value instanceof LargeJson) this.#parts.push(value.text)
    else if (typeof value === 'string') await this.#string(value)
    else if (isObject(value) && typeof value.toJSON === 'function') this.#parts.push(JSON.stringify(value))
    else if (Array.isArray(value)) await this.#list(value, depth)
    else if (isObject(value)) await this.#object(value, depth)
    else this.#parts.push(JSON.stringify(value))
  }

  async #string(text: string): Promise<void> {
    this.#parts.push('"')
    for (let at = 0; at < text.length; ) {
      const end = endOfPart(text, at)
      this.#parts.push(JSON.stringify(text.slice(at, end)).slice(1, -1))
      if (this.#slice.isOver) await this.#slice.next()
      at = end
    }
    this.#parts.push('"')
  }

  async #list(list: readonly unknown[], depth: number): Promise<void> {
    this.#parts.push('[')
    let start = 0
    let count = 0
    for (let at = 0; at <= list.length; at++) {
      const own = at < list.length ? countOf(list[at], this.#large) : AT_ONCE + 1
      if (at > start && count + own > AT_ONCE) {
        this.#add(JSON.stringify(list.slice(start, at)).slice(1, -1), start > 0)
        if (this.#slice.isOver) await this.#slice.next()
        start = at
        count = 0
      }
      if (at < list.length && own > AT_ONCE) {
        if (at > 0) this.#parts.push(',')
        await this.print(list[at], depth + 1)
        start = at + 1
      } else count += own
    }
    this.#parts.push(']')
  }

  async #object(object: Readonly<Record<string, unknown>>, depth: number): Promise<void> {
    this.#parts.push('{')
    let comma = ''
    // One part per key would make joining the parts slow.
    let group: string[] = []
    const flush = () => {
      if (group.length > 0) this.#parts.push(group.join(''))
      group = []
    }
    for (const key of Object.keys(object)) {
      const value = object[key]
      if (countOf(value, this.#large) > AT_ONCE) {
        group.push(`${comma}${JSON.stringify(key)}:`)
        flush()
        await this.print(value, depth + 1)
        comma = ','
        continue
      }
      const text: string | undefined = JSON.stringify(value)
      if (text !== undefined) {
        group.push(`${comma}${JSON.stringify(key)}:${text}`)
        comma = ','
      }
      if (!this.#slice.isOver && group.length < AT_ONCE) continue
      flush()
      if (this.#slice.isOver) await this.#slice.next()
    }
    flush()
    this.#parts.push('}')
  }

  #add(text: string, hasComma: boolean): void {
    this.#parts.push(hasComma ? `,${text}` : text)
  }
}

/** The end of the next part of a text. Does not split a surrogate pair: each half would be printed as an escape. */
export function endOfPart(text: string, start: number, length = CHARACTERS_AT_ONCE): number {
  const end = Math.min(text.length, start + length)
  const splitsPair = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return splitsPair ? end + 1 : end
}

/** The number of values in a value; stops counting when there are too many to print at once. */
function countOf(root: unknown, large: Set<unknown> | undefined, limit = AT_ONCE): number {
  if (typeof root !== 'object' || root === null) return sizeOf(root)
  const open: unknown[] = [root]
  let count = 0
  while (open.length > 0 && count <= limit) {
    const value = open.pop()
    count += sizeOf(value)
    // A value that is already text must not be parsed to be printed again.
    if (value instanceof LargeJson || large?.has(value)) return limit + 1
    const inside = Array.isArray(value) ? countItems(value, open) : isObject(value) ? countFields(value, open) : 0
    if (inside === TOO_MANY) {
      large?.add(value)
      return limit + 1
    }
    count += inside
  }
  return count
}

const TOO_MANY = Number.POSITIVE_INFINITY

/** Counts the plain items of a list and collects the others. */
function countItems(list: readonly unknown[], open: unknown[]): number {
  if (list.length > AT_ONCE) return TOO_MANY
  let count = 0
  for (const item of list) {
    if (typeof item === 'object' && item !== null) open.push(item)
    else count += sizeOf(item)
  }
  return count
}

/** The same for an object. No list of its keys: most objects are small, and there are thousands. */
function countFields(object: Readonly<Record<string, unknown>>, open: unknown[]): number {
  let [count, keys] = [0, 0]
  for (const key in object) {
    if (++keys > AT_ONCE) return TOO_MANY
    const value = object[key]
    if (typeof value === 'object' && value !== null) open.push(value)
    else count += sizeOf(value)
  }
  return count
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? 1 + value.length / CHARACTERS_OF_ONE : 1
}
