/**
 * Prints large values as JSON in parts that let other requests in between. The result is that of `JSON.stringify` for
 * plain JSON values.
 */
import { isObject } from './json.ts'
import { LargeJson } from './large-json.ts'
import { nextTurn } from './time-slice.ts'

/** Values that are printed at once: some milliseconds. */
const AT_ONCE = 10_000
/** A text counts as one value for this many characters. */
const CHARACTERS_OF_ONE = 100
/** Longer texts are printed in parts of this length. */
const CHARACTERS_AT_ONCE = AT_ONCE * CHARACTERS_OF_ONE
/** Deeper values, and those that contain themselves, are refused. */
const MAX_DEPTH = 200

export async function printInSlices(value: unknown): Promise<string> {
  if (value instanceof LargeJson) return value.text
  if (countOf(value) <= AT_ONCE) return JSON.stringify(value)
  const parts: string[] = []
  await new SlicedPrinter(parts).print(value, 0)
  return parts.join('')
}

class SlicedPrinter {
  readonly #parts: string[]
  #work = 0

  constructor(parts: string[]) {
    this.#parts = parts
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
      await this.#pause((end - at) / CHARACTERS_OF_ONE)
      at = end
    }
    this.#parts.push('"')
  }

  async #list(list: readonly unknown[], depth: number): Promise<void> {
    this.#parts.push('[')
    let start = 0
    let count = 0
    for (let at = 0; at <= list.length; at++) {
      const own = at < list.length ? countOf(list[at]) : AT_ONCE + 1
      if (at > start && count + own > AT_ONCE) {
        this.#add(JSON.stringify(list.slice(start, at)).slice(1, -1), start > 0)
        await this.#pause(count)
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
    let hasMembers = false
    let group: Record<string, unknown> = Object.create(null)
    let count = 0
    const flush = async () => {
      const text = JSON.stringify(group).slice(1, -1)
      if (text !== '') {
        this.#add(text, hasMembers)
        hasMembers = true
      }
      await this.#pause(count)
      group = Object.create(null)
      count = 0
    }
    for (const key of Object.keys(object)) {
      const own = countOf(object[key])
      if (count + own > AT_ONCE) await flush()
      if (own > AT_ONCE) {
        this.#parts.push(`${hasMembers ? ',' : ''}${JSON.stringify(key)}:`)
        await this.print(object[key], depth + 1)
        hasMembers = true
      } else {
        group[key] = object[key]
        count += own
      }
    }
    await flush()
    this.#parts.push('}')
  }

  #add(text: string, hasComma: boolean): void {
    this.#parts.push(hasComma ? `,${text}` : text)
  }

  async #pause(work: number): Promise<void> {
    this.#work += work
    if (this.#work < AT_ONCE) return
    this.#work = 0
    await nextTurn()
  }
}

/** Where the next part of a text ends. Does not split a surrogate pair: each half alone is printed as an escape. */
export function endOfPart(text: string, start: number, length = CHARACTERS_AT_ONCE): number {
  const end = Math.min(text.length, start + length)
  const splitsPair = end < text.length && (text.charCodeAt(end - 1) & 0xfc00) === 0xd800
  return splitsPair ? end + 1 : end
}

/** How many values there are in a value; stops counting when there are too many to be printed at once. */
function countOf(root: unknown): number {
  if (typeof root !== 'object' || root === null) return sizeOf(root)
  const open: unknown[] = [root]
  let count = 0
  while (open.length > 0 && count <= AT_ONCE) {
    const value = open.pop()
    count += sizeOf(value)
    // Printed already, and must not be parsed to be printed again.
    if (value instanceof LargeJson) return AT_ONCE + 1
    if (Array.isArray(value)) {
      if (value.length > AT_ONCE) return AT_ONCE + 1
      for (const item of value) open.push(item)
    } else if (isObject(value)) for (const key in value) open.push(value[key])
  }
  return count
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' ? 1 + value.length / CHARACTERS_OF_ONE : 1
}
