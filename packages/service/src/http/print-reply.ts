/** Serialises the result of a handler in the form of its route. */
import type { Route } from './define-route.ts'
import {
  Answer,
  bytesInSlices,
  Encoded,
  type Extras,
  envelopeParts,
  type JsonPart,
  JsonText,
  type Printed,
  TextAnswer,
  textOfParts,
} from './reply.ts'
import { lendBuffer } from './reply-buffers.ts'

export type { Printed } from './reply.ts'

export const JSON_TYPE = 'application/json; charset=utf-8'

/** The reply as it is sent. Large texts are encoded in slices; `response.end` would encode them in one go. */
export function printed(route: Route, returned: unknown): Printed | Promise<Printed> {
  if (returned instanceof TextAnswer) {
    const { extras, type, body } = returned
    const status = extras.status ?? route.status ?? 200
    return typeof body === 'string' ? encoded([body], { status, type, extras }) : { status, type, body, extras }
  }
  const value = returned instanceof Answer ? returned.value : returned
  const extras = returned instanceof Answer ? returned.extras : {}
  const status = extras.status ?? route.status ?? 200
  if (value instanceof Encoded) return { status, type: JSON_TYPE, body: value.body, extras, isKept: true }
  return encoded(inForm(route, value, extras), { status, type: JSON_TYPE, extras })
}

const LARGE_BODY = 64 * 1024

function encoded(parts: readonly JsonPart[], head: Omit<Printed, 'body'>): Printed | Promise<Printed> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  if (length <= LARGE_BODY) return { ...head, body: textOfParts(parts) }
  return bytesInSlices(parts, lendBuffer).then((body) => ({ ...head, body }))
}

function inForm({ reply }: Route, value: unknown, extras: Extras): readonly JsonPart[] {
  const message = extras.message ?? reply.message
  switch (reply.form) {
    case 'envelope':
      return envelopeParts(json(value), message, reply.hasWarnings ? (extras.warnings ?? []) : undefined)
    case 'done':
      return [`{"success":true,"message":${JSON.stringify(message)}}`]
    default:
      return json(value).parts
  }
}

function json(value: unknown): JsonText {
  if (value instanceof JsonText) return value
  const text = JSON.stringify(value)
  if (text === undefined) throw new Error('the handler must return a value (got undefined)')
  return new JsonText([text])
}
