/** Parses JSON from outside and rejects what could harm later code. Linear in the size. */
import { isAscii, isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import {
  hasProtoKey,
  MAX_CONTAINERS,
  MAX_KEYS,
  Problem,
  ProtoKey,
  parseInSlices,
  TooDeep,
  TooManyContainers,
  TooManyKeys,
} from '@millrace/model'
import type { Workers } from '../platform/workers/workers.ts'
import { type BodyParts, type LastBody, parseWithParts } from './body-parts.ts'
import { ListOffsets, MAX_JSON_DEPTH, type Shape, type ShapeOfBody, shapeOf } from './body-shape.ts'
import { type Fault, jsonFault } from './json-fault.ts'

/**
 * Bodies within these limits are parsed at once, which takes a few milliseconds; others in slices, which takes three
 * times as long. Many containers take the longest.
 */
const MAX_BYTES_AT_ONCE = 256 * 1024
const MAX_CONTAINERS_AT_ONCE = 10_000

/** Smaller bodies are parsed faster than their known parts are found. */
const MIN_BYTES_WITH_PARTS = 16 * 1024

interface Parsing {
  readonly workers: Workers
  /** For a body that is sent again and again: the last one, whose nodes and edges are not parsed again. */
  readonly repeats?: { readonly known: BodyParts | undefined } | undefined
}

/** Parses a JSON text of any size; large ones are parsed in slices, so that other requests are not blocked. */
export async function jsonBody(bytes: Buffer, { workers, repeats }: Parsing): Promise<unknown> {
  if (bytes.length <= MAX_BYTES_AT_ONCE) {
    const { shape, offsets, last } = lookedAt(bytes, repeats)
    if (shape.mostKeys <= MAX_KEYS && shape.containers <= MAX_CONTAINERS_AT_ONCE) {
      const parse = (rest: Buffer) => parsed(rest, shape)
      if (offsets === undefined || shape.isTooDeep) return parse(bytes)
      return parseWithParts(bytes, { offsets, shape, last, parse }) ?? parse(bytes)
    }
  }
  const text = textFrom(bytes)
  await setImmediate()
  try {
    return await parseInSlices(text, { depth: MAX_JSON_DEPTH, keys: MAX_KEYS, containers: MAX_CONTAINERS })
  } catch (error) {
    if (error instanceof TooDeep) throw tooDeep()
    if (error instanceof ProtoKey) throw protoKey()
    if (error instanceof TooManyKeys) throw tooManyKeys()
    if (error instanceof TooManyContainers) throw tooManyContainers()
    if (!(error instanceof SyntaxError)) throw error
    throw notJson(await workers.run('find-json-fault', text, { deadlineMs: 5_000 }))
  }
}

interface Looked extends Partial<ShapeOfBody> {
  readonly shape: Shape
  readonly last?: LastBody | undefined
}

/** The shape of a body, and where its parts are if it may be sent again. */
function lookedAt(bytes: Buffer, repeats: Parsing['repeats']): Looked {
  if (repeats === undefined || bytes.length < MIN_BYTES_WITH_PARTS) return { shape: shapeOf(bytes) }
  const { known: parts } = repeats
  const last = parts && { parts, ends: parts.endsIn(bytes) }
  const like = last?.parts.shapeLike(bytes, last.ends)
  if (like !== undefined) return { ...like, last }
  const offsets = new ListOffsets()
  return { shape: shapeOf(bytes, offsets), offsets, last }
}

/** Parses a JSON text; throws a 400 Problem that states what is wrong. */
export function jsonFrom(bytes: Buffer): unknown {
  return parsed(bytes, shapeOf(bytes))
}

function parsed(bytes: Buffer, { isTooDeep }: Shape): unknown {
  if (isTooDeep) throw tooDeep()
  const text = textFrom(bytes)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw notJson(jsonFault(text))
  }
  if (hasProtoKey(text, value)) throw protoKey()
  return value
}

function tooDeep(): Problem {
  return refused(`The body is nested more than ${MAX_JSON_DEPTH} levels deep.`)
}

export function tooManyKeys(): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', { message: `An object in the body has more than ${MAX_KEYS} keys.` })
}

function tooManyContainers(): Problem {
  return new Problem('PAYLOAD_TOO_LARGE', { message: `The body has more than ${MAX_CONTAINERS} objects and lists.` })
}

function protoKey(): Problem {
  return refused('The body must not contain a key named "__proto__".')
}

function notJson({ at, line, column, expected }: Fault): Problem {
  const wanted = expected === 'end' ? 'the end' : expected
  return refused(`The body is not JSON: expected ${wanted} at position ${at} (line ${line}, column ${column}).`)
}

/** Decodes UTF-8; throws a 400 Problem for any other encoding. */
export function textFrom(bytes: Buffer): string {
  // Most bodies are ASCII, which needs no decoding.
  return isAscii(bytes) ? bytes.toString('latin1') : utf8Of(bytes).toString('utf8')
}

/** The same bytes; throws a 400 Problem if they are not UTF-8. */
export function utf8Of(bytes: Buffer): Buffer {
  if (!isUtf8(bytes)) throw refused('The body is not valid UTF-8.')
  return bytes
}

function refused(message: string): Problem {
  return new Problem('VALIDATION_ERROR', { status: 400, message })
}
