/** The outputs of a webhook node: plain values without credentials. */
import { nextTurn, Problem, parseInSlices, SLICE } from '@millrace/model'
import { MAX_JSON_DEPTH } from '../http/body-shape.ts'
import { jsonFrom, textFrom, utf8Of } from '../http/json-body.ts'
import { formFields } from './form-body.ts'
import type { Headers } from './webhook-schemes.ts'

/** Names of headers that may carry credentials. Broad on purpose: every reader of the execution sees the others. */
const CREDENTIALS = /(^|-)(authorization|cookie|signature|token|secret|password|api-?key)(-|$)/

/** Whether a header may be shown, by its name. Senders repeat the same few; the number and length are bounded. */
const shown = new Map<string, boolean>()
const MAX_NAMES = 1000
const MAX_NAME_LENGTH = 100

function isShown(name: string): boolean {
  const known = shown.get(name)
  if (known !== undefined) return known
  const found = !CREDENTIALS.test(name) && name !== '__proto__'
  if (name.length <= MAX_NAME_LENGTH && shown.size < MAX_NAMES) shown.set(name, found)
  return found
}

/** The headers without credentials. */
export function openHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const name of Object.keys(headers)) {
    const value = headers[name]
    if (value === undefined || !isShown(name)) continue
    kept[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return kept
}

/** The value of a JSON body, parsed in slices if it is large. Throws a 400 Problem for invalid JSON. */
async function jsonValue(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= SLICE) return jsonFrom(bytes)
  const limits = { depth: MAX_JSON_DEPTH, keys: Number.POSITIVE_INFINITY }
  const text = textFrom(bytes)
  // Receiving and decoding the bytes of a large body took a turn.
  await nextTurn()
  return parseInSlices(text, limits).catch(() => jsonFrom(bytes))
}

/** The body: parsed if it is JSON or a form, otherwise as text; null if empty. */
export async function bodyValue(bytes: Buffer, contentType = ''): Promise<unknown> {
  if (bytes.length === 0) return null
  const end = contentType.indexOf(';')
  const essence = (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase()
  if (essence === 'application/json' || essence.endsWith('+json')) return jsonValue(bytes)
  if (essence === 'application/x-www-form-urlencoded') return formFields(utf8Of(bytes))
  if (essence === '' || essence.startsWith('text/')) return textFrom(bytes)
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'The body must be JSON, a form or text.' })
}
