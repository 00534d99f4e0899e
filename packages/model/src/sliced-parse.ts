/**
 * Parses large JSON texts in parts, so that other requests are served in between. The text is scanned for the members of
 * containers that are larger than a slice; the built-in parser parses each group of members that fits one. A thread
 * would not help: receiving the value takes the main thread longer than parsing it.
 *
 * The result equals that of `JSON.parse`. Throws a `SyntaxError` without a position, a `TooDeep`, a `TooManyContainers`, a
 * `TooManyKeys`, or a `ProtoKey`.
 */
import { TimeSlice } from './time-slice.ts'

/** Characters that are parsed at once: at most about 5 ms. */
export const SLICE = 60_000
/**
 * The maximum number of keys of one object in a request. Copying or printing an object cannot be divided, and takes
 * 5 ms for this many; a launch does that about ten times. No slice can hold an object with more: a key with quotes, colon, value and comma has 6 characters.
 */
export const MAX_KEYS = 10_000
/**
 * The maximum number of objects and lists in a request. Garbage collection cannot be divided, and takes 40 to 120 ms with
 * ten times as many.
 */
export const MAX_CONTAINERS = 500_000
/** Characters that are scanned between two checks of the time: about 5 ms until V8 has optimised the scan. */
const TURN = 32 * 1024

const QUOTE = 0x22
const COMMA = 0x2c
const BACKSLASH = 0x5c

/** The text nests deeper than allowed. */
export class TooDeep extends Error {}
/** The text has more objects and lists than allowed. */
export class TooManyContainers extends Error {}
/** An object in the text has more keys than allowed. */
export class TooManyKeys extends Error {}
/** The text has a key that would change a prototype when it is copied. */
export class ProtoKey extends Error {}

interface Limits {
  readonly depth: number
  readonly keys: number
  /** Unlimited if absent. */
  readonly containers?: number
  /** Accepts a key named __proto__ as an ordinary key, as `JSON.parse` does. */
  readonly allowsProto?: boolean
}

/** For texts that were checked when they were stored. */
const NO_LIMITS: Limits = { depth: Number.POSITIVE_INFINITY, keys: Number.POSITIVE_INFINITY }

export async function parseInSlices(text: string, limits: Limits = NO_LIMITS): Promise<unknown> {
  const { depth, containers = Number.POSITIVE_INFINITY } = limits
  const parser = new SlicedParser(text, limits)
  if (Number.isFinite(depth)) await parser.scan({ depth, containers })
  return parser.valueIn(0, text.length)
}

class SlicedParser {
  readonly #text: string
  readonly #maxKeys: number
  readonly #allowsProto: boolean
  readonly #slice = new TimeSlice()
  /** The ends of large containers by their start, so that each level of nesting does not scan the text again. */
  readonly #ends = new Map<number, number>()

  constructor(text: string, { keys, allowsProto = false }: Limits) {
    this.#text = text
    this.#maxKeys = keys
    this.#allowsProto = allowsProto
  }

  /** Checks the nesting depth and the number of brackets; for invalid JSON, at least up to the error. */
  async scan({ depth, containers }: { readonly depth: number; readonly containers: number }): Promise<void> {
    const scan = new Scan(this.#text, { start: 0, end: this.#text.length, ends: this.#ends })
    for (let isDone = false; !isDone; ) {
      isDone = scan.runToEnd(TURN)
      // Stop here: the scan has an entry for each open bracket.
      if (scan.deepest > depth) throw new TooDeep()
      if (!isDone) await this.#pause()
    }
    if (scan.opened > containers) throw new TooManyContainers()
  }

  /** The single value in a part of the text. */
  async valueIn(start: number, end: number): Promise<unknown> {
    const [from, to] = [this.#skipBlanks(start, end), this.#skipBlanksBack(start, end)]
    const opening = this.#text.charCodeAt(from)
    if (to - from <= SLICE || !isOpening(opening)) return this.#parsed(this.#text.slice(from, to))
    // The code of a closing bracket is two higher than that of the opening one.
    if (this.#text.charCodeAt(to - 1) !== opening + 2) throw new SyntaxError()
    return opening === 0x5b ? this.#listIn(from + 1, to - 1) : this.#objectIn(from + 1, to - 1)
  }

  async #listIn(start: number, end: number): Promise<unknown[]> {
    const list: unknown[] = []
    for await (const [from, to, isLarge] of this.#groups(start, end)) {
      if (isLarge) list.push(await this.valueIn(from, to))
      else for (const item of (await this.#parsed(`[${this.#text.slice(from, to)}]`)) as unknown[]) list.push(item)
    }
    return list
  }

  async #objectIn(start: number, end: number): Promise<Record<string, unknown>> {
    const object: Record<string, unknown> = {}
    let count = 0
    for await (const [from, to, isLarge] of this.#groups(start, end)) {
      if (!isLarge) {
        const members = (await this.#parsed(`{${this.#text.slice(from, to)}}`)) as Record<string, unknown>
        count += Object.keys(members).length
        assign(object, members)
      } else {
        count++
        const { key, next } = this.#keyAt(this.#skipBlanks(from, to), to)
        const value = await this.valueIn(next, to)
        if (key === '__proto__') define(object, key, value)
        else object[key] = value
      }
      if (count > this.#maxKeys) throw new TooManyKeys()
    }
    return object
  }

  /** Runs of members that fit a slice together, and single members that do not, with their start and end. */
  async *#groups(start: number, end: number): AsyncIterable<readonly [from: number, to: number, isLarge: boolean]> {
    let group = start
    let member = start
    const scan = new Scan(this.#text, { start, end, ends: this.#ends })
    while (member <= end) {
      while (!scan.runToComma(TURN)) await this.#pause()
      const isEmpty = this.#skipBlanks(member, scan.at) === scan.at
      // Empty brackets are valid, an empty member between commas is not.
      if (isEmpty && member === start && scan.at === end) return
      if (isEmpty) throw new SyntaxError()
      const isLarge = scan.at - member > SLICE
      if (group < member && (isLarge || scan.at - group > SLICE)) {
        yield [group, member - 1, false]
        group = member
      }
      if (isLarge) {
        yield [member, scan.at, true]
        group = scan.at + 1
      }
      member = ++scan.at
    }
    if (group < end) yield [group, end, false]
  }

  #keyAt(start: number, end: number): { readonly key: string; readonly next: number } {
    const close = this.#text.charCodeAt(start) === QUOTE ? closingQuote(this.#text, start) : -1
    const colon = this.#skipBlanks(close + 1, end)
    if (close < 0 || colon >= end || this.#text[colon] !== ':') throw new SyntaxError()
    const key: unknown = JSON.parse(this.#text.slice(start, close + 1))
    if (key === '__proto__' && !this.#allowsProto) throw new ProtoKey()
    return { key: String(key), next: colon + 1 }
  }

  async #parsed(text: string): Promise<unknown> {
    const value: unknown = JSON.parse(text)
    if (!this.#allowsProto && hasProtoKey(text, value)) throw new ProtoKey()
    await this.#pause()
    return value
  }

  async #pause(): Promise<void> {
    if (this.#slice.isOver) await this.#slice.next()
  }

  #skipBlanks(start: number, end: number): number {
    let at = start
    while (at < end && isBlank(this.#text.charCodeAt(at))) at++
    return at
  }

  #skipBlanksBack(start: number, end: number): number {
    let at = end
    while (at > start && isBlank(this.#text.charCodeAt(at - 1))) at--
    return at
  }
}

interface Scanned {
  readonly start: number
  readonly end: number
  /** The ends of large containers by their start. */
  readonly ends: Map<number, number>
}

/** Scans a part of the text, skipping strings and nested containers as a whole; can be interrupted. */
class Scan {
  readonly #text: string
  readonly #end: number
  readonly #ends: Map<number, number>
  readonly #open: number[] = []
  #depth = 0
  at: number
  deepest = 0
  opened = 0

  constructor(text: string, { start, end, ends }: Scanned) {
    this.#text = text
    this.#end = end
    this.#ends = ends
    this.at = start
  }

  /** Scans at most `most` characters; true at the end. Counts brackets and records the ends of large containers. */
  runToEnd(most: number): boolean {
    const [text, end, open] = [this.#text, this.#end, this.#open]
    const until = Math.min(end, this.at + most)
    let { at } = this
    for (; at < until; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) at = endOfString(text, at, end)
      else if (isOpening(code)) {
        open.push(at)
        this.opened++
        if (open.length > this.deepest) this.deepest = open.length
      } else if (isClosing(code)) {
        const start = open.pop()
        if (start !== undefined && at - start > SLICE) this.#ends.set(start, at)
      }
    }
    this.at = at
    return at >= end
  }

  /** Scans at most `most` characters; true at a comma between members or at the end. */
  runToComma(most: number): boolean {
    const [text, end] = [this.#text, this.#end]
    const until = Math.min(end, this.at + most)
    let { at } = this
    for (; at < until; at++) {
      const code = text.charCodeAt(at)
      if (code === QUOTE) at = endOfString(text, at, end)
      else if (code === COMMA) {
        if (this.#depth === 0) break
      } else if (isOpening(code)) {
        const known = this.#ends.size === 0 ? undefined : this.#ends.get(at)
        if (known !== undefined && known < end) at = known
        else this.#depth++
      } else if (isClosing(code)) this.#depth--
    }
    this.at = at
    return at >= end || (at < until && this.#depth === 0)
  }
}

function isOpening(code: number): boolean {
  return code === 0x5b || code === 0x7b
}

function isClosing(code: number): boolean {
  return code === 0x5d || code === 0x7d
}

/** The closing quote of the string that starts here; the last character of the part if there is none. */
function endOfString(text: string, start: number, end: number): number {
  const close = closingQuote(text, start)
  return close < 0 || close >= end ? end - 1 : close
}

/** Like `Object.assign`, but a key named __proto__ stays an ordinary key. */
function assign(object: Record<string, unknown>, members: Record<string, unknown>): void {
  if (!Object.hasOwn(members, '__proto__')) Object.assign(object, members)
  else for (const [key, value] of Object.entries(members)) define(object, key, value)
}

function define(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true })
}

function isBlank(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

/** The end of the string that starts here; negative if it is not closed. */
function closingQuote(text: string, start: number): number {
  let at = text.indexOf('"', start + 1)
  while (at > 0) {
    let slashes = 0
    while (text.charCodeAt(at - 1 - slashes) === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
    at = text.indexOf('"', at + 1)
  }
  return -1
}

/** `JSON.parse` creates an ordinary key, but copying the object by assignment would set its prototype. */
export function hasProtoKey(text: string, value: unknown): boolean {
  if (!text.includes('__proto__') && !text.includes('\\u')) return false
  const left = [value]
  while (left.length > 0) {
    const next = left.pop()
    if (typeof next !== 'object' || next === null) continue
    if (Object.hasOwn(next, '__proto__')) return true
    for (const child of Object.values(next)) left.push(child)
  }
  return false
}
