/**
 * Encodes events as JSON. Values of more than 64 KiB are stored outside the journal, equal ones once, and replaced by
 * `{"$value": hash, "bytes": n}`. A value that only looks like such a reference is replaced too, of any size, so
 * every such object in the journal is a reference.
 *
 * Only the inputs and outputs of nodes are searched for large values, port by port. The rest of an event is small.
 */
import { createHash } from 'node:crypto'
import type { ExecutionEvent } from '@millrace/engine'
import { jsonSize, LargeJson, mapInSlices, printInSlices, recordSize, TimeSlice } from '@millrace/model'
import { hashInSlices } from '../sliced-hash.ts'
import type { Entry, LargeValue } from './changes.ts'
import { parsedInSlices } from './parsed-events.ts'

const LARGE_BYTES = 64 * 1024
/** The maximum number of UTF-8 bytes for one UTF-16 unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3
const MARK = '"$value"'
/** A part of the mark that is found much faster: it begins with a rare character and is short. */
const RARE_PART = '$valu'
const NO_VALUES: readonly LargeValue[] = []

type Values = Readonly<Record<string, unknown>>

/** Encodes events as a text and the large values it refers to. */
export function entryOf(events: readonly ExecutionEvent[], size = Number.POSITIVE_INFINITY): Entry {
  // If all of it is small, none of its values can be large.
  if (size <= LARGE_BYTES || !events.some(holdsLarge)) {
    const text = textOf(events)
    if (!isLarge(text) && !hasMark(text)) return { count: events.length, text, values: NO_VALUES }
  }
  const found = new Map<string, LargeValue>()
  const taken = events.map((event) => withValues(event, (value) => withReference(value, found)))
  return { count: events.length, text: textOf(taken), values: [...found.values()] }
}

/** Characters of events that are printed in one go: about 5 ms. */
const PRINTED_AT_ONCE = 512 * 1024

function hasMark(text: string): boolean {
  return text.includes(RARE_PART) && text.includes(MARK)
}

/**
 * Like `entryOf`, but returns a promise if printing takes long, so that other requests are served meanwhile. `measured`:
 * the approximate size of the events, if it is known.
 */
export function preparedEntry(
  events: readonly ExecutionEvent[],
  measured = Number.POSITIVE_INFINITY,
): Entry | Promise<Entry> {
  // The engine stops measuring above its own limit.
  const size = measured <= LARGE_BYTES ? measured : sizeOfBatch(events)
  return size > PRINTED_AT_ONCE ? entryInSlices(events) : entryOf(events, size)
}

/** The approximate number of characters; stops counting above `PRINTED_AT_ONCE`. */
function sizeOfBatch(events: readonly ExecutionEvent[]): number {
  let size = 0
  for (const event of events) {
    size += recordSize(event, PRINTED_AT_ONCE)
    if (size > PRINTED_AT_ONCE) break
  }
  return size
}

async function entryInSlices(events: readonly ExecutionEvent[]): Promise<Entry> {
  const found = new Map<string, LargeValue>()
  const references = new Map<unknown, Reference>()
  const slice = new TimeSlice()
  for (const event of events) {
    for (const value of portValues(event)) {
      if (isSmallScalar(value) || references.has(value)) continue
      const reference = referenceTo(await printed(value), found)
      if (reference !== undefined) references.set(value, reference)
      if (slice.isOver) await slice.next()
    }
  }
  const taken = events.map((event) => withValues(event, (value) => references.get(value) ?? value))
  const text = (await printInSlices(taken)).slice(1, -1)
  return { count: events.length, text, values: [...found.values()] }
}

/** Every port value of an event. */
function portValues(event: ExecutionEvent): unknown[] {
  const values: unknown[] = []
  withValues(event, (value) => {
    values.push(value)
    return value
  })
  return values
}

/** A value as JSON, with its hash if it may have to be stored separately. */
async function printed(value: unknown): Promise<LargeJson | undefined> {
  const large = isLargeJson(value) ? value : await printedText(value)
  if (large !== undefined && large.hash === undefined && (isLarge(large.text) || large.text.includes(MARK))) {
    large.keepHash(await hashInSlices(large.text))
  }
  return large
}

async function printedText(value: unknown): Promise<LargeJson | undefined> {
  const text: string | undefined = await printInSlices(value)
  return text === undefined ? undefined : new LargeJson(text)
}

/** Parses events; `fetch` loads the JSON of the values that were stored separately. */
export async function eventsOf(
  text: string,
  fetch: (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ExecutionEvent[]> {
  const events = await parsedInSlices(text)
  if (!text.includes(MARK)) return events
  const hashes = new Set<string>()
  const launched = new Set<string>()
  /** Events with references. Usually a small part of a long history, so only these are copied. */
  const holders = new Set<ExecutionEvent>()
  const slice = new TimeSlice()
  for (const event of events) {
    withValues(event, (value, side) => {
      if (!isReference(value)) return value
      hashes.add(value.$value)
      holders.add(event)
      if (side === 'inputs') launched.add(value.$value)
      return value
    })
    if (slice.isOver) await slice.next()
  }
  const texts = await fetch([...hashes])
  const values = new Map([...hashes].map((hash) => [hash, storedValue(hash, texts)]))
  // Launch inputs are used as values by every reader of a history; outputs mostly are not, so they stay JSON.
  const loaded = new Map<string, unknown>()
  for (const hash of launched) loaded.set(hash, await values.get(hash)?.load())
  const filledIn = (event: ExecutionEvent) =>
    withValues(event, (value, side) => {
      if (!isReference(value) || !values.has(value.$value)) return value
      return side === 'inputs' ? loaded.get(value.$value) : values.get(value.$value)
    })
  return mapInSlices(events, (event) => (holders.has(event) ? filledIn(event) : event))
}

/** Whether an event certainly has large values: then the whole event need not be printed first. */
function holdsLarge(event: ExecutionEvent): boolean {
  if ('inputs' in event && event.inputs && jsonSize(event.inputs, LARGE_BYTES) > LARGE_BYTES) return true
  return 'outputs' in event && event.outputs !== undefined && Object.values(event.outputs).some(isCertainlyLarge)
}

function isCertainlyLarge(value: unknown): boolean {
  return isLargeJson(value) || (typeof value === 'string' && value.length > LARGE_BYTES)
}

function isLargeJson(value: unknown): value is LargeJson {
  return value instanceof LargeJson
}

function textOf(events: readonly unknown[]): string {
  return events.length === 1 ? JSON.stringify(events[0]) : JSON.stringify(events).slice(1, -1)
}

function isLarge(text: string): boolean {
  if (text.length * MAX_BYTES_PER_UNIT <= LARGE_BYTES) return false
  return text.length > LARGE_BYTES || Buffer.byteLength(text) > LARGE_BYTES
}

type Side = 'inputs' | 'outputs'

/** A copy of the event with every port value replaced. */
function withValues(event: ExecutionEvent, replace: (value: unknown, side: Side) => unknown): ExecutionEvent {
  const changed: Record<string, unknown> = { ...event }
  if ('inputs' in event && event.inputs) changed.inputs = mapped(event.inputs, (value) => replace(value, 'inputs'))
  if ('outputs' in event && event.outputs) changed.outputs = mapped(event.outputs, (value) => replace(value, 'outputs'))
  if ('reused' in event && event.reused) {
    changed.reused = mapped(event.reused, (result) => {
      const { outputs, ...rest } = result as { readonly outputs: Values }
      return { ...rest, outputs: mapped(outputs, (value) => replace(value, 'outputs')) }
    })
  }
  return changed as unknown as ExecutionEvent
}

/** Returns the same object if no value is replaced, because there may be thousands. */
function mapped(values: Values, replace: (value: unknown) => unknown): Values {
  const replaced = new Map<string, unknown>()
  for (const port of Object.keys(values)) {
    const changed = replace(values[port])
    if (changed !== values[port]) replaced.set(port, changed)
  }
  if (replaced.size === 0) return values
  // Not by assignment: a port may be called __proto__.
  return Object.fromEntries(
    Object.entries(values).map(([port, value]) => [port, replaced.has(port) ? replaced.get(port) : value]),
  )
}

interface Reference {
  readonly $value: string
  readonly bytes: number
}

function isReference(value: unknown): value is Reference {
  return typeof value === 'object' && value !== null && '$value' in value
}

/** The length of a value in a stored event as JSON; approximate for one that is stored separately. */
export function sizeInEvents(value: unknown): number {
  return isReference(value) ? value.bytes : (JSON.stringify(value)?.length ?? 0)
}

function withReference(value: unknown, found: Map<string, LargeValue>): unknown {
  if (isSmallScalar(value)) return value
  const text: string | undefined = isLargeJson(value) ? value.text : JSON.stringify(value)
  return referenceTo(isLargeJson(value) ? value : text && new LargeJson(text), found) ?? value
}

/** Stores a value separately if it must be, and returns the reference that replaces it. */
function referenceTo(value: LargeJson | undefined | '', found: Map<string, LargeValue>): Reference | undefined {
  if (!value || !(isLarge(value.text) || looksLikeReference(value.text))) return undefined
  const { text } = value
  const hash = value.hash ?? createHash('sha256').update(text).digest('hex')
  value.keepHash(hash)
  found.set(hash, { hash, text })
  return { $value: hash, bytes: bytesOf(value) }
}

const byteLengths = new WeakMap<LargeJson, number>()

/** The size of a value in UTF-8, counted once: a value may be in many events. */
function bytesOf(value: LargeJson): number {
  const bytes = byteLengths.get(value) ?? Buffer.byteLength(value.text)
  byteLengths.set(value, bytes)
  return bytes
}

/** True if a value certainly stays in the event, without printing it: most of the values of a large launch. */
function isSmallScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.length * MAX_ESCAPED_BYTES + 2 <= LARGE_BYTES
  return typeof value === 'number' || typeof value === 'boolean' || value === null
}

/** The maximum number of bytes of one UTF-16 unit in JSON: `\\u0000`. */
const MAX_ESCAPED_BYTES = 6

/** Tests the JSON and not the value, because the value may have a `toJSON` method. */
function looksLikeReference(text: string): boolean {
  return text.includes(MARK) && isReference(JSON.parse(text))
}

function storedValue(hash: string, texts: ReadonlyMap<string, string>): LargeJson {
  const text = texts.get(hash)
  if (text === undefined) throw new Error(`The value ${hash} is missing from the database.`)
  return new LargeJson(text, hash)
}
