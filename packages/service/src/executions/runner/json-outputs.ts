/** Normalises node outputs to JSON, so that the state in memory equals the state after a restart. */
import { isObject, LargeJson } from '@millrace/model'

/** A failure that names the value that is not JSON. */
export class NotJson extends Error {
  readonly code = 'BAD_OUTPUT'
}

const MAX_DEPTH = 200
const OWN = { enumerable: true, configurable: true, writable: true }

/** The values without undefined entries; values that are already JSON are not copied. */
export function jsonOf(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // A spread is much faster than a loop, and nearly all outputs are JSON already.
  return isJsonOutputs(values) ? { ...values } : rewrittenOutputs(values)
}

function isJsonOutputs(values: Readonly<Record<string, unknown>>): boolean {
  for (const key in values) {
    const value = values[key]
    if (value === undefined || !(value instanceof LargeJson || isJson(value, 0))) return false
  }
  return true
}

function rewrittenOutputs(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const kept: Record<string, unknown> = {}
  for (const key of Object.keys(values)) {
    const value = values[key]
    if (value === undefined) continue
    const json = value instanceof LargeJson || isJson(value, 0) ? value : rewritten(value, key)
    // A port may be called __proto__.
    if (key === '__proto__') Object.defineProperty(kept, key, { value: json, ...OWN })
    else kept[key] = json
  }
  return kept
}

/** Creates nothing: a large value has hundreds of thousands of parts. */
function isJson(value: unknown, depth: number): boolean {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return true
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0)
  if (depth > MAX_DEPTH) throw new NotJson(`A value is nested deeper than ${MAX_DEPTH} levels.`)
  // A missing item is undefined, which is not JSON.
  if (Array.isArray(value)) {
    for (const item of value) if (!isJson(item, depth + 1)) return false
    return true
  }
  if (!isObject(value) || 'toJSON' in value) return false
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const key in value) if (!isJson(value[key], depth + 1)) return false
  return true
}

function rewritten(value: unknown, key: string): unknown {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch {
    // A cycle or a bigint: reported below.
  }
  if (text === undefined) throw new NotJson(`The value of "${key}" cannot be written as JSON.`)
  return JSON.parse(text)
}
