/**
 * What a workflow says that a flow cannot, kept in the metadata of the flow under our own prefix, and whether it may be
 * used again: only if what it belongs to has not been changed since.
 */
import { EXTENSION_PREFIX, isObject } from '@millrace/model'
import type { Fields } from '../components.ts'

/** Extension of a workflow node that was imported: what its config does not say. */
export const COMPONENT = 'agentspec:component'
/** Metadata of a workflow that was imported: what its nodes and edges do not say. */
export const FLOW = 'agentspec:flow'
/** Data of an edge that was imported: id, name and metadata of the connection. */
export const EDGE = 'agentspec:edge'
/** Data of an edge that stands for data flow by name. */
export const DERIVED = 'agentspec:derived'

/** A value of the metadata under our prefix, or under another product's where `isShared`. */
export function saved(metadata: Fields | null | undefined, key: string): unknown {
  if (!metadata) return undefined
  const own = metadata[EXTENSION_PREFIX + key]
  if (own !== undefined) return own
  const other = Object.keys(metadata).find((name) => name.endsWith(`:${key}`))
  return other === undefined ? undefined : metadata[other]
}

/** The metadata without the keys of ours. */
export function withoutOurs(metadata: Fields | null | undefined): Fields | undefined {
  if (!isObject(metadata)) return undefined
  const left = Object.entries(metadata).filter(([key]) => !key.startsWith(EXTENSION_PREFIX))
  return left.length > 0 ? Object.fromEntries(left) : undefined
}

/** A short text that differs when a value does: keys sorted, FNV-1a over the JSON in two halves. Not for secrets. */
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
