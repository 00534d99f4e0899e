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
import { type BodyParts, DEPTH_OF_PARTS, ListOffsets, parseWithParts } from './body-parts.ts'
import { type Fault, jsonFault } from './json-fault.ts'

/** Maximum nesting depth of a body. */
export const MAX_JSON_DEPTH = 64

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
    const offsets = repeats && bytes.length >= MIN_BYTES_WITH_PARTS ? new ListOffsets() : undefined
    const shape = shapeOf(bytes, offsets)
    if (shape.mostKeys <= MAX_KEYS && shape.containers <= MAX_CONTAINERS_AT_ONCE) {
      const parse = (rest: Buffer) => parsed(rest, shape)
      if (offsets === undefined || shape.isTooDeep) return parse(bytes)
      const { rootKeys } = shape
      return parseWithParts(bytes, { offsets, known: repeats?.known, rootKeys, parse }) ?? parse(bytes)
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

const QUOTE = 0x22
const BACKSLASH = 0x5c

const COLON = 0x3a

/** Brackets and braces differ in one bit. */
const BRACKET_MASK = 0xdf
const OPENING = 0x5b
const CLOSING = 0x5d

interface Shape {
  readonly isTooDeep: boolean
  /** Objects and lists. */
  readonly containers: number
  /** The keys of the object with the most. */
  readonly mostKeys: number
  /** The keys of the outermost object, repeated ones included. */
  readonly rootKeys: number
}

/** Counts brackets and keys; stops at the maximum depth. Bytes suffice: the syntax of JSON is ASCII. */
function shapeOf(bytes: Buffer, offsets?: ListOffsets): Shape {
  const keys = new Uint32Array(MAX_JSON_DEPTH + 1)
  const end = bytes.length
  let [depth, containers, mostKeys] = [0, 0, 0]
  for (let at = 0; at < end; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      // Most bytes are in texts: a loop of its own, which reads each byte once, is three times as fast.
      for (let inside = bytes[++at]; at < end && inside !== QUOTE; inside = bytes[++at]) {
        if (inside === BACKSLASH) at++
      }
    } else if (byte === COLON) {
      const count = (keys[depth] as number) + 1
      keys[depth] = count
      if (count > mostKeys) mostKeys = count
    } else if ((byte & BRACKET_MASK) === OPENING) {
      containers++
      if (++depth > MAX_JSON_DEPTH) return { isTooDeep: true, containers, mostKeys, rootKeys: 0 }
      keys[depth] = 0
      if (depth <= DEPTH_OF_PARTS) offsets?.open(at, depth)
    } else if ((byte & BRACKET_MASK) === CLOSING && depth > 0) {
      if (depth === DEPTH_OF_PARTS) offsets?.close(at)
      depth--
    }
  }
  return { isTooDeep: false, containers, mostKeys, rootKeys: keys[1] as number }
}
