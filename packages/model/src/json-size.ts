import { isObject } from './json.ts'
import { LargeJson } from './large-json.ts'
import { TimeSlice } from './time-slice.ts'

/**
 * The approximate number of characters of a value as JSON, without printing it; escapes are not counted. Stops as soon
 * as the size exceeds `max`, so that the cost is bounded for every value.
 */
export function jsonSize(value: unknown, max = Number.POSITIVE_INFINITY): number {
  // Fast path: most values are not objects, and every output of every step is measured.
  if (!Array.isArray(value) && (!isObject(value) || value instanceof LargeJson)) return leafSize(value)
  measureOfCall.begin(value, max)
  while (!measureOfCall.isDone) measureOfCall.next()
  measureOfCall.end()
  return measureOfCall.size
}

/** Values that are measured between two checks of the time. */
const MEASURED_AT_ONCE = 1000

/** The same in slices, for values that may be large and limits that are high. */
export async function jsonSizeInSlices(value: unknown, max = Number.POSITIVE_INFINITY): Promise<number> {
  const measure = new Measure()
  measure.begin(value, max)
  const slice = new TimeSlice()
  while (!measure.isDone) {
    for (let count = 0; count < MEASURED_AT_ONCE && !measure.isDone; count++) measure.next()
    if (slice.isOver) await slice.next()
  }
  return measure.size
}

/** Items of a list that are added to the values to visit at once: the limit may be reached long before its end. */
const ITEMS_AT_ONCE = 1000

/** The items of a list that are not added yet. */
class Rest {
  readonly list: readonly unknown[]
  readonly from: number

  constructor(list: readonly unknown[], from: number) {
    this.list = list
    this.from = from
  }
}

class Measure {
  #max = 0
  readonly #left: unknown[] = []
  size = 0

  begin(value: unknown, max: number): void {
    this.end()
    this.#left.push(value)
    this.#max = max
    this.size = 0
  }

  /** Keeps no value that was not visited. Setting the length of an empty array would discard its memory. */
  end(): void {
    if (this.#left.length > 0) this.#left.length = 0
  }

  get isDone(): boolean {
    return this.#left.length === 0 || this.size > this.#max
  }

  next(): void {
    const next = this.#left.pop()
    if (Array.isArray(next)) {
      this.size += next.length + 1
      // The items of a long list have at least one character each: those beyond the limit need not be visited.
      if (this.size <= this.#max) this.#addItems(next, 0)
    } else if (next instanceof Rest) this.#addItems(next.list, next.from)
    else if (isObject(next) && !(next instanceof LargeJson)) this.#addObject(next)
    else this.size += leafSize(next)
  }

  #addItems(list: readonly unknown[], from: number): void {
    let end = list.length
    if (end - from > ITEMS_AT_ONCE) {
      end = from + ITEMS_AT_ONCE
      this.#left.push(new Rest(list, end))
    }
    for (let at = from; at < end; at++) this.#add(list[at])
  }

  #addObject(object: Readonly<Record<string, unknown>>): void {
    this.size += 1
    for (const key in object) {
      if (!Object.hasOwn(object, key)) continue
      this.size += key.length + 4
      if (this.size > this.#max) return
      this.#add(object[key])
    }
  }

  /** Only values that contain others are visited later. */
  #add(value: unknown): void {
    if (typeof value === 'object' && value !== null) this.#left.push(value)
    else this.size += leafSize(value)
  }
}

/** Shared by all synchronous calls: every event and every output is measured, and none of them needs its own. */
const measureOfCall = new Measure()

/** The size of a value that contains no others. */
function leafSize(value: unknown): number {
  if (typeof value === 'string') return value.length + 2
  if (typeof value === 'number') return digitsOf(value)
  return value instanceof LargeJson ? value.text.length : 4
}

function digitsOf(value: number): number {
  if (!Number.isInteger(value)) return String(value).length
  const size = Math.abs(value)
  let digits = 1
  // Faster than a logarithm for the numbers that are common.
  for (let power = 10; power <= size && digits < 16; power *= 10) digits++
  return digits < 16 ? digits : Math.ceil(Math.log10(size + 1))
}

type Values = Readonly<Record<string, unknown>>

/** An estimate for the parts of a record that are neither objects nor texts, its keys included. */
const SMALL_PARTS = 64

/**
 * Like `jsonSize`, for records whose parts are mostly texts, numbers and objects of these, such as events. Takes a
 * fifth of the time: nothing is collected to be visited later, and numbers are not counted.
 */
export function recordSize(record: object, max: number): number {
  let size = SMALL_PARTS
  for (const name in record) {
    const part = (record as Values)[name]
    if (typeof part === 'string') size += part.length
    else if (isObject(part) && !(part instanceof LargeJson)) size += flatSize(part, max)
    else if (typeof part === 'object' && part !== null) size += jsonSize(part, max)
    if (size > max) break
  }
  return size
}

function flatSize(values: Values, max: number): number {
  let size = 0
  for (const name in values) {
    const value = values[name]
    size += name.length
    if (typeof value === 'string') size += value.length
    else if (typeof value === 'object') size += jsonSize(value, max)
    else size += 8
    if (size > max) break
  }
  return size
}

interface TooLarge {
  readonly name: string
  readonly message: string
}

/** The name of the first value that exceeds the limit. */
export function tooLargeIn(values: Values, maxBytes: number): TooLarge | undefined {
  for (const name in values) {
    if (!Object.hasOwn(values, name)) continue
    if (jsonSize(values[name], maxBytes) > maxBytes) return tooLarge(name, jsonSize(values[name]), maxBytes)
  }
  return undefined
}

/** The same in slices. */
export async function tooLargeInSlices(values: Values, maxBytes: number): Promise<TooLarge | undefined> {
  for (const name of Object.keys(values)) {
    if ((await jsonSizeInSlices(values[name], maxBytes)) <= maxBytes) continue
    return tooLarge(name, await jsonSizeInSlices(values[name]), maxBytes)
  }
  return undefined
}

function tooLarge(name: string, size: number, maxBytes: number): TooLarge {
  const [mib, limit] = [(size / 2 ** 20).toFixed(1), maxBytes / 2 ** 20]
  return { name, message: `The value of "${name}" has ${mib} MiB; ${limit} MiB is the limit.` }
}
