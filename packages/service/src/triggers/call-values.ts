/** The outputs of a webhook node: plain values without credentials. */
import { Problem, parseInSlices, SLICE, TimeSlice } from '@millrace/model'
import { jsonFrom, MAX_JSON_DEPTH, textFrom } from '../http/json-body.ts'
import type { Headers } from './credential.ts'

/** Names of headers that may carry credentials. Broad on purpose: every reader of the execution sees the others. */
const CREDENTIALS = /(^|-)(authorization|cookie|signature|token|secret|password|api-?key)(-|$)/

/** The headers without credentials. */
export function openHeaders(headers: Headers): Record<string, string> {
  const kept: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || CREDENTIALS.test(name) || name === '__proto__') continue
    kept[name] = Array.isArray(value) ? value.join(', ') : value
  }
  return kept
}

type Parameters = Record<string, string | string[]>

/** Query parameters; a repeated one becomes a list. */
export function parametersIn(text: string): Parameters {
  const values: Parameters = {}
  addParameters(values, text)
  return values
}

function addParameters(values: Parameters, text: string): void {
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue
    const before = Object.hasOwn(values, name) ? values[name] : undefined
    // Append instead of copying: a form may repeat one parameter a million times.
    if (Array.isArray(before)) before.push(value)
    else values[name] = before === undefined ? value : [before, value]
  }
}

/** Characters of a form parsed per slice. */
const FORM_AT_ONCE = 64 * 1024

/** The parameters of a form, parsed in slices so that other requests can run in between. */
async function parametersInSlices(text: string): Promise<Parameters> {
  const values: Parameters = {}
  const slice = new TimeSlice()
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('&', at + FORM_AT_ONCE)
    addParameters(values, text.slice(at, end < 0 ? text.length : end))
    at = end < 0 ? text.length : end + 1
    if (slice.isOver) await slice.next()
  }
  return values
}

/** The value of a JSON body, parsed in slices if it is large. Throws a 400 Problem for invalid JSON. */
async function jsonValue(bytes: Buffer): Promise<unknown> {
  if (bytes.length <= SLICE) return jsonFrom(bytes)
  const limits = { depth: MAX_JSON_DEPTH, keys: Number.POSITIVE_INFINITY }
  return parseInSlices(textFrom(bytes), limits).catch(() => jsonFrom(bytes))
}

/** The body: parsed if it is JSON or a form, otherwise as text; null if empty. */
export async function bodyValue(bytes: Buffer, contentType = ''): Promise<unknown> {
  if (bytes.length === 0) return null
  const essence = (contentType.toLowerCase().split(';', 1)[0] ?? '').trim()
  if (essence === 'application/json' || essence.endsWith('+json')) return jsonValue(bytes)
  if (essence === 'application/x-www-form-urlencoded') return parametersInSlices(textFrom(bytes))
  if (essence === '' || essence.startsWith('text/')) return textFrom(bytes)
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'The body must be JSON, a form or text.' })
}
