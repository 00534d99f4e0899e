/**
 * Workflow data that a flow cannot express, stored in the metadata of the flow under our own prefix. It is used again
 * only if the flow is unchanged since.
 */
import { EXTENSION_PREFIX, isObject } from '@millrace/model'
import type { Fields } from '../components.ts'

/** Extension of an imported node: parts of the component that are not in its config. */
export const COMPONENT = 'agentspec:component'
/** Metadata of an imported workflow: parts of the flow that are not in its nodes and edges. */
export const FLOW = 'agentspec:flow'
/** Data of an imported edge: id, name and metadata of the connection. */
export const EDGE = 'agentspec:edge'
/** Marks an edge of implicit data flow. */
export const DERIVED = 'agentspec:derived'

/** A metadata value under our prefix, or under that of another product if `isShared`. */
export function saved(metadata: Fields | null | undefined, key: string): unknown {
  if (!metadata) return undefined
  const own = metadata[EXTENSION_PREFIX + key]
  if (own !== undefined) return own
  const other = Object.keys(metadata).find((name) => name.endsWith(`:${key}`))
  return other === undefined ? undefined : metadata[other]
}

/** The metadata without our keys. */
export function withoutOurs(metadata: Fields | null | undefined): Fields | undefined {
  if (!isObject(metadata)) return undefined
  const left = Object.entries(metadata).filter(([key]) => !key.startsWith(EXTENSION_PREFIX))
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

/** A short hash of a value: FNV-1a over its JSON with sorted keys, in two halves. Not for secrets. */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(sorted(value))
  let [a, b] = [0x811c9dc5, 0x01000193]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    a = Math.imul(a ^ unit, 0x01000193)
    b = Math.imul(b ^ unit ^ at, 0x85ebca6b)
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('')
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (!isObject(value)) return value
  const keys = Object.keys(value).filter((key) => value[key] !== undefined && value[key] !== null)
  return Object.fromEntries(keys.sort().map((key) => [key, sorted(value[key])]))
}
