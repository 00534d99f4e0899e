/**
 * The forms of a reply. Each route declares one: `envelope` is `{success, data, message}`, `done` is `{success, message}`,
 * `bare` is the payload itself, `page` is not JSON.
 */
import { createHash } from 'node:crypto'
import { endOfPart, type Schema, type Static, TimeSlice, Type } from '@millrace/model'
import type { EventStream } from './event-stream.ts'
import type { FileStream } from './file-stream.ts'

declare const result: unique symbol

/** The declared reply of a route; T is the type that its handler returns. */
export interface Reply<T = unknown> {
  readonly [result]?: T
  readonly form: 'envelope' | 'bare' | 'done' | 'page'
  readonly schema?: Schema
  readonly message: string
  /** Media types it may have instead of JSON. */
  readonly types: readonly string[]
  /** An envelope with `warnings`, a list of texts. */
  readonly hasWarnings?: boolean
  /** Server-Sent Events: the schema of the data of each event, by name. */
  readonly events?: Readonly<Record<string, Schema>>
  /** Messages of a WebSocket: the schema of each, by `type`. */
  readonly messages?: Readonly<Record<string, Schema>>
}

/** A piece of serialised JSON; bytes are UTF-8 of whole characters. */
export type JsonPart = string | Uint8Array

/** JSON that is already serialised and sent unchanged: a stored document is not parsed to be serialised again. */
export class JsonText {
  /** A large text has several parts: joining tens of megabytes would block other requests. */
  readonly parts: readonly JsonPart[]
  constructor(parts: readonly JsonPart[]) {
    this.parts = parts
  }

  get text(): string {
    return textOfParts(this.parts)
  }
}

export function textOfParts(parts: readonly JsonPart[]): string {
  let text = ''
  for (const part of parts) text += typeof part === 'string' ? part : utf8(part)
  return text
}

function utf8({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString()
}

/** Serialised JSON as a reply. */
export function jsonText(text: string): JsonText {
  return new JsonText([text])
}

/** A whole body that is encoded once and sent many times. Created by `encodedEnvelope` and `encodedBare`. */
export class Encoded {
  readonly body: Uint8Array
  /** Identifies the body in an entity tag, if that was computed. */
  readonly digest: string | undefined
  constructor(body: Uint8Array, digest?: string) {
    this.body = body
    this.digest = digest
  }
}

/** The encoded envelope of serialised JSON. */
export async function encodedEnvelope(json: JsonText, message: string): Promise<Encoded> {
  return new Encoded(await bytesInSlices(envelopeParts(json, message)))
}

/** Bytes that are hashed at once, which takes a few milliseconds. */
const HASHED_AT_ONCE = 2 ** 20

/** The same reply with a digest of its body, computed in slices so that other requests are not blocked. */
export async function withDigest({ body }: Encoded): Promise<Encoded> {
  const hash = createHash('sha256')
  const slice = new TimeSlice()
  for (let at = 0; at < body.length; at += HASHED_AT_ONCE) {
    hash.update(body.subarray(at, at + HASHED_AT_ONCE))
    if (slice.isOver) await slice.next()
  }
  return new Encoded(body, hash.digest('base64url').slice(0, 22))
}

/** The encoded body of a bare reply. */
export function encodedBare(text: string): Encoded {
  return new Encoded(Buffer.from(text))
}

/** The text of an envelope around serialised JSON, in parts. */
export function envelopeParts({ parts }: JsonText, message: string, warnings?: readonly string[]): JsonPart[] {
  const more = warnings === undefined ? '' : `,"warnings":${JSON.stringify(warnings)}`
  return ['{"success":true,"data":', ...parts, `,"message":${JSON.stringify(message)}${more}}`]
}

/** A list of serialised JSON values as a reply. */
export function jsonList(texts: readonly string[]): JsonText {
  return jsonText(`[${texts.join(',')}]`)
}

/** Characters that are encoded at once, which takes a few milliseconds. */
const ENCODED_AT_ONCE = 2 ** 20

/** Parts of up to this many bytes together are encoded between two looks at the clock. */
const ENCODED_BETWEEN = 2 ** 16

/** Texts of up to this many characters together are encoded without counting their bytes first. */
const COUNTED_FROM = 2 ** 19
const MAX_BYTES_PER_UNIT = 3

/** Encodes texts as UTF-8, in slices so that other requests are not blocked. Lent buffers may be longer than needed. */
export async function bytesInSlices(parts: readonly JsonPart[], lend?: (length: number) => Buffer): Promise<Buffer> {
  const slice = new TimeSlice()
  const estimate = lend && upperBound(parts)
  if (lend !== undefined && estimate !== undefined) {
    const bytes = lend(estimate)
    return bytes.subarray(0, await written(parts, bytes, slice))
  }
  const length = await byteLengthOf(parts, slice)
  const bytes = lend === undefined ? Buffer.allocUnsafeSlow(length) : lend(length)
  await written(parts, bytes, slice)
  return bytes
}

/** Undefined for long texts, whose bound would take too much memory. */
function upperBound(parts: readonly JsonPart[]): number | undefined {
  let [bytes, units] = [0, 0]
  for (const part of parts) {
    if (typeof part === 'string') units += part.length
    else bytes += part.length
  }
  return units > COUNTED_FROM ? undefined : bytes + units * MAX_BYTES_PER_UNIT
}

async function byteLengthOf(parts: readonly JsonPart[], slice: TimeSlice): Promise<number> {
  let length = 0
  let next = ENCODED_BETWEEN
  for (const part of parts) {
    length += typeof part === 'string' ? Buffer.byteLength(part) : part.length
    if (length < next) continue
    next = length + ENCODED_BETWEEN
    if (slice.isOver) await slice.next()
  }
  return length
}

/** Returns the number of bytes that were written. */
async function written(parts: readonly JsonPart[], bytes: Buffer, slice: TimeSlice): Promise<number> {
  let offset = 0
  let next = ENCODED_BETWEEN
  for (const part of parts) {
    if (typeof part !== 'string') {
      bytes.set(part, offset)
      offset += part.length
    } else if (part.length <= ENCODED_AT_ONCE) {
      offset += bytes.write(part, offset)
    } else {
      for (let at = 0; at < part.length; ) {
        const end = endOfPart(part, at, ENCODED_AT_ONCE)
        offset += bytes.write(part.slice(at, end), offset)
        at = end
        if (slice.isOver) await slice.next()
      }
    }
    if (offset < next) continue
    next = offset + ENCODED_BETWEEN
    if (slice.isOver) await slice.next()
  }
  return offset
}

/** The encoded envelope of a list of serialised JSON values. */
export async function encodedList(texts: readonly string[], message: string): Promise<Encoded> {
  return encodedEnvelope(new JsonText(['[', ...withCommas(texts), ']']), message)
}

function withCommas(texts: readonly string[]): string[] {
  return texts.flatMap((text, at) => (at === 0 ? [text] : [',', text]))
}

export type Headers = Readonly<Record<string, string | number | string[]>>

/** Optional parts of a reply. */
export interface Extras {
  readonly headers?: Headers
  /** Replaces the message of the route. */
  readonly message?: string
  /** For a reply with `hasWarnings`. */
  readonly warnings?: readonly string[]
  readonly status?: number
  /** True if the `etag` in the headers identifies the whole reply: see `revalidates` of a route. */
  readonly isRevalidated?: boolean
  /** A workflow made the reply: the route declares neither its status nor its type. */
  readonly isOwn?: boolean
}

/** A value with its own headers, message or status. Created by `answer`. */
export class Answer<T> {
  readonly value: T
  readonly extras: Extras
  constructor(value: T, extras: Extras) {
    this.value = value
    this.extras = extras
  }
}

/** `return answer(workflow, { headers: { etag } })` */
export function answer<T>(value: T, extras: Extras): Answer<T> {
  return new Answer(value, extras)
}

/** Text or bytes of a media type other than JSON, which the route must declare. Created by `text`. */
export class TextAnswer {
  readonly type: string
  readonly body: string | Uint8Array
  readonly extras: Extras
  constructor(type: string, body: string | Uint8Array, extras: Extras) {
    this.type = type
    this.body = body
    this.extras = extras
  }
}

/** `return text('application/yaml', yaml, { headers })` */
export function text(type: string, body: string | Uint8Array, extras: Extras = {}): TextAnswer {
  return new TextAnswer(type, body, extras)
}

/** A reply as it is sent. */
export interface Printed {
  readonly status: number
  readonly type: string
  readonly body: string | Uint8Array
  readonly extras: Extras
  /** The body is kept and sent many times. */
  readonly isKept?: boolean
  /** Already checked and compressed. */
  readonly isFinal?: boolean
}

/** A reply that is printed and compressed before its handler returns it, or drops it. Created by `request.prepare`. */
export class Prepared {
  readonly printed: Promise<Printed>
  constructor(printed: Promise<Printed>) {
    this.printed = printed
    // The handler may drop it; if it is returned, the error is thrown there.
    printed.catch(() => undefined)
  }
}

/** Everything that a handler may return for a reply of T. */
export type Result<T> =
  | T
  | Prepared
  | JsonText
  | Encoded
  | Answer<T>
  | Answer<JsonText>
  | Answer<Encoded>
  | TextAnswer
  | EventStream
  | FileStream

/** `{success: true, data, message}` */
export function envelope<S extends Schema>(schema: S, message: string): Reply<Static<S>> {
  return { form: 'envelope', schema, message, types: [] }
}

/** `{success: true, data: [...], message}` */
export function envelopeList<S extends Schema>(items: S, message: string): Reply<Static<S>[]> {
  return envelope(Type.Array(items), message)
}

/** `{success: true, data, message, warnings}` */
export function envelopeWithWarnings<S extends Schema>(schema: S, message: string): Reply<Static<S>> {
  return { ...envelope(schema, message), hasWarnings: true }
}

/** The payload itself; `types` are media types it may have instead of JSON. */
export function bare<S extends Schema>(schema: S, types: readonly string[] = []): Reply<Static<S>> {
  return { form: 'bare', schema, message: '', types }
}

/** A JSON array without an envelope. */
export function bareList<S extends Schema>(items: S): Reply<Static<S>[]> {
  return bare(Type.Array(items))
}

/** `{success: true, message}` */
export function done(message: string): Reply<void> {
  return { form: 'done', message, types: [] }
}

/** Content for a browser; not JSON. */
export function page(...types: readonly string[]): Reply<TextAnswer> {
  return { form: 'page', message: '', types }
}

/** A stream of Server-Sent Events with the schema of each by name; `types` are media types it may have instead. */
export function eventStream(
  events: Readonly<Record<string, Schema>>,
  types: readonly string[] = [],
): Reply<TextAnswer> {
  return { form: 'page', message: '', types: ['text/event-stream', ...types], events }
}

/** A WebSocket on which the service sends JSON messages, with the schema of each by `type`. */
export function socketMessages(messages: Readonly<Record<string, Schema>>): Reply<TextAnswer> {
  return { form: 'page', message: '', types: [], messages }
}
