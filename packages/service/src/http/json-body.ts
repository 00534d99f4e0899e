/** Parses JSON from outside and rejects what could harm later code. Linear in the size. */
import { isUtf8 } from 'node:buffer'
import { setImmediate } from 'node:timers/promises'
import {
  hasProtoKey,
  MAX_CONTAINERS,
  MAX_KEYS,
  Problem,
  ProtoKey,
  parseInSlices,
  SLICE,
  TooDeep,
  TooManyContainers,
  TooManyKeys,
} from '@millrace/model'
import type { Workers } from '../platform/workers/workers.ts'
import { type Fault, jsonFault } from './json-fault.ts'

/** Maximum nesting depth of a body. */
export const MAX_JSON_DEPTH = 64

/** Bytes that are parsed synchronously; more are parsed in slices. So few bytes cannot contain too many keys. */
const MAX_BYTES_AT_ONCE = SLICE

/** Parses a JSON text of any size; large ones are parsed in slices, so that other requests are not blocked. */
export async function jsonBody(bytes: Buffer, { workers }: { readonly workers: Workers }): Promise<unknown> {
  if (bytes.length <= MAX_BYTES_AT_ONCE) return jsonFrom(bytes)
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
  if (isDeeperThan(bytes, MAX_JSON_DEPTH)) throw tooDeep()
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
  if (!isUtf8(bytes)) throw refused('The body is not valid UTF-8.')
  return bytes.toString('utf8')
}

function refused(message: string): Problem {
  return new Problem('VALIDATION_ERROR', { status: 400, message })
}

const QUOTE = 0x22
const BACKSLASH = 0x5c

/** Whether brackets are nested deeper than the limit. Bytes suffice: the syntax of JSON is ASCII. */
function isDeeperThan(bytes: Buffer, limit: number): boolean {
  let depth = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === QUOTE) {
      at = closingQuote(bytes, at)
      if (at < 0) return false
    } else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > limit) return true
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return false
}

/** The end of the string that starts here; negative if it has none. */
function closingQuote(bytes: Buffer, start: number): number {
  let at = bytes.indexOf(QUOTE, start + 1)
  while (at > 0) {
    let slashes = 0
    while (bytes[at - 1 - slashes] === BACKSLASH) slashes++
    if (slashes % 2 === 0) return at
    at = bytes.indexOf(QUOTE, at + 1)
  }
  return -1
}
