/**
 * Events as they are written: JSON, with values of more than 64 KiB taken out and put beside the journal, where equal
 * ones are stored once. What stands in their place is `{"$value": hash, "bytes": n}`. A value that only looks like that
 * is taken out too, whatever its size, so that every such object in the journal is ours.
 *
 * Values are looked for where nodes put them: inputs and outputs, port by port. The rest of an event is small.
 */
import { createHash } from 'node:crypto'
import type { ExecutionEvent } from '@millrace/engine'
import { jsonSize, LargeJson } from '@millrace/model'
import type { Entry, LargeValue } from './changes.ts'
import { parsedInSlices } from './parsed-events.ts'

const LARGE_BYTES = 64 * 1024
/** UTF-8 has at most this many bytes for a unit of a JavaScript string. */
const MAX_BYTES_PER_UNIT = 3
const MARK = '"$value"'
const NO_VALUES: readonly LargeValue[] = []

type Values = Readonly<Record<string, unknown>>

/** The events as a text, and what was taken out of it. */
export function entryOf(events: readonly ExecutionEvent[]): Entry {
  if (!events.some(holdsLarge)) {
    const text = textOf(events)
    if (!isLarge(text) && !text.includes(MARK)) return { count: events.length, text, values: NO_VALUES }
  }
  const found = new Map<string, LargeValue>()
  const taken = events.map((event) => withValues(event, (value) => takeOut(value, found)))
  return { count: events.length, text: textOf(taken), values: [...found.values()] }
}

/** The events of a text; `fetch` is asked for the JSON of what was taken out of it. */
export async function eventsOf(
  text: string,
  fetch: (hashes: readonly string[]) => Promise<ReadonlyMap<string, string>>,
): Promise<ExecutionEvent[]> {
  const events = await parsedInSlices(text)
  if (!text.includes(MARK)) return events
  const hashes = new Set<string>()
  for (const event of events) withValues(event, (value) => noteReference(value, hashes))
  const texts = await fetch([...hashes])
  const values = new Map([...hashes].map((hash) => [hash, kept(hash, texts)]))
  return events.map((event) =>
    withValues(event, (value, side) => {
      const found = isReference(value) ? values.get(value.$value) : undefined
      if (found === undefined) return value
      // What an execution was launched with is looked at by whoever reads it; outputs mostly are not.
      return side === 'inputs' ? found.value : found
    }),
  )
}

/** Whether an event certainly has large values: they are taken out, and the whole event need not be printed first. */
function holdsLarge(event: ExecutionEvent): boolean {
  if ('inputs' in event && event.inputs && jsonSize(event.inputs, LARGE_BYTES) > LARGE_BYTES) return true
  return 'outputs' in event && event.outputs !== undefined && Object.values(event.outputs).some(isCertainlyLarge)
}

function isCertainlyLarge(value: unknown): boolean {
  return isKeptText(value) || (typeof value === 'string' && value.length > LARGE_BYTES)
}

function isKeptText(value: unknown): value is LargeJson {
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

/** The same event with every value of a port replaced. */
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

/** The very same values if none is replaced: there may be thousands. */
function mapped(values: Values, replace: (value: unknown) => unknown): Values {
  const replaced = new Map<string, unknown>()
  for (const port of Object.keys(values)) {
    const changed = replace(values[port])
    if (changed !== values[port]) replaced.set(port, changed)
  }
  if (replaced.size === 0) return values
  // Not by assignment: a port called __proto__ is a port like any other.
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

function takeOut(value: unknown, found: Map<string, LargeValue>): unknown {
  if (isSmallScalar(value)) return value
  const text: string | undefined = isKeptText(value) ? value.text : JSON.stringify(value)
  if (text === undefined || !(isLarge(text) || looksTakenOut(text))) return value
  const known = isKeptText(value) ? value.hash : undefined
  const hash = known ?? createHash('sha256').update(text).digest('hex')
  found.set(hash, { hash, text })
  return { $value: hash, bytes: Buffer.byteLength(text) } satisfies Reference
}

/** Whether a value needs no printing to see that it stays: most values of a launch with thousands of inputs. */
function isSmallScalar(value: unknown): boolean {
  if (typeof value === 'string') return value.length * MAX_ESCAPED_BYTES + 2 <= LARGE_BYTES
  return typeof value === 'number' || typeof value === 'boolean' || value === null
}

/** Bytes of a unit of a string in JSON, as `\\u0000`. */
const MAX_ESCAPED_BYTES = 6

/** Asked of the JSON and not of the value, because a value may have its own idea of its JSON. */
function looksTakenOut(text: string): boolean {
  return text.includes(MARK) && isReference(JSON.parse(text))
}

function noteReference(value: unknown, hashes: Set<string>): unknown {
  if (isReference(value)) hashes.add(value.$value)
  return value
}

function kept(hash: string, texts: ReadonlyMap<string, string>): LargeJson {
  const text = texts.get(hash)
  if (text === undefined) throw new Error(`The value ${hash} is missing from the database.`)
  return new LargeJson(text, hash)
}
