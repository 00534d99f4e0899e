/** A call as its webhook node hands it on: plain values, and nothing in them that is a credential. */
import { Problem } from '@millrace/model'
import { jsonFrom, textFrom } from '../../http/json-body.ts'
import type { Headers } from './credential.ts'

/** Names of headers that say who is calling; wide on purpose, for what is handed on is shown to whoever may look. */
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

/** Parameters of a query or a form; one that is given several times is a list. */
export function parametersIn(text: string): Record<string, string | string[]> {
  const values: Record<string, string | string[]> = {}
  for (const [name, value] of new URLSearchParams(text)) {
    if (name === '__proto__') continue
    const before = Object.hasOwn(values, name) ? values[name] : undefined
    // Added to and not copied: a form may name one parameter a million times.
    if (Array.isArray(before)) before.push(value)
    else values[name] = before === undefined ? value : [before, value]
  }
  return values
}

/** The body: parsed if it is JSON or a form, else as text; null when there is none. */
export function bodyValue(bytes: Buffer, contentType = ''): unknown {
  if (bytes.length === 0) return null
  const essence = (contentType.toLowerCase().split(';', 1)[0] ?? '').trim()
  if (essence === 'application/json' || essence.endsWith('+json')) return jsonFrom(bytes)
  if (essence === 'application/x-www-form-urlencoded') return parametersIn(textFrom(bytes))
  if (essence === '' || essence.startsWith('text/')) return textFrom(bytes)
  throw new Problem('UNSUPPORTED_MEDIA_TYPE', { message: 'The body must be JSON, a form or text.' })
}
