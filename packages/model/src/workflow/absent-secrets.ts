/**
 * Hidden settings that a save omits. An export has no secrets, so saving it again must not delete them: an omitted
 * setting keeps its stored value, `null` deletes it.
 */
import type { Catalogue } from '../catalogue.ts'
import { isObject, sameJson } from '../json.ts'
import { isPlaceholder, joinSecrets, type Secrets, withoutSecrets } from './secrets.ts'
import { nodeTypeIdOf, type WorkflowNode } from './workflow.ts'

export interface StoredSecrets {
  /** The stored nodes, with placeholders. */
  readonly nodes: readonly WorkflowNode[]
  readonly secrets: Secrets
}

export interface FilledNode {
  readonly node: WorkflowNode
  /** The number of hidden settings that keep their stored values. */
  readonly kept: number
}

/**
 * Returns a function that fills in the stored values of hidden settings that a node of a save omits. A node that was
 * removed or has another type keeps nothing.
 */
export function absentSecrets(stored: StoredSecrets, catalogue: Catalogue): (node: WorkflowNode) => FilledNode {
  const ids = new Set(Object.keys(stored.secrets))
  if (ids.size === 0) return (node) => ({ node, kept: 0 })
  const before = new Map(stored.nodes.filter(({ id }) => ids.has(id)).map((node) => [node.id, node]))
  return (node) => {
    const old = before.get(node.id)
    if (old === undefined || !hasSameSettings(node, old, catalogue)) return { node, kept: 0 }
    const full = joinSecrets([old], catalogue, stored.secrets)[0]?.data?.config
    const bare = withoutSecrets([old], catalogue)[0]?.data?.config
    const config = node.data?.config ?? {}
    const { value, count } = fill(config, full, bare)
    if (value === config) return { node, kept: 0 }
    return { node: { ...node, data: { ...node.data, config: value as Record<string, unknown> } }, kept: count }
  }
}

/** Like `absentSecrets` for all nodes of a save, with the number of settings that were kept. */
export function withAbsentSecrets(
  nodes: readonly WorkflowNode[],
  stored: StoredSecrets,
  catalogue: Catalogue,
): { readonly nodes: readonly WorkflowNode[]; readonly kept: number } {
  const filled = nodes.map(absentSecrets(stored, catalogue))
  return { nodes: filled.map(({ node }) => node), kept: filled.reduce((sum, { kept }) => sum + kept, 0) }
}

/** For types that the catalogue does not have, the copies of the schema must hide the same settings. */
function hasSameSettings(node: WorkflowNode, old: WorkflowNode, catalogue: Catalogue): boolean {
  if (nodeTypeIdOf(node) !== nodeTypeIdOf(old)) return false
  if (catalogue.types.has(nodeTypeIdOf(node))) return true
  return sameJson(node.data?.metadata?.configSchema, old.data?.metadata?.configSchema)
}

interface Filled {
  readonly value: unknown
  readonly count: number
}

/**
 * `full` and `bare` are the stored value with and without its secrets; parts without secrets are the same object in
 * both. Returns `next` with the values that only `full` has.
 */
function fill(next: unknown, full: unknown, bare: unknown): Filled {
  if (full === bare) return { value: next, count: 0 }
  if (Array.isArray(full) && Array.isArray(bare)) {
    return Array.isArray(next) ? fillList(next, full, bare) : { value: next, count: 0 }
  }
  if (!isObject(next) || !isObject(full) || !isObject(bare)) return { value: next, count: 0 }
  const copy: Record<string, unknown> = { ...next }
  let count = 0
  for (const [key, value] of Object.entries(full)) {
    if (value === bare[key]) continue
    if (!Object.hasOwn(next, key)) {
      // A group with visible settings was removed as a whole; a group of secrets only is empty or missing in an export.
      if (bare[key] !== undefined && !isEmpty(bare[key])) continue
      copy[key] = value
      count += sizeOf(value)
    } else if (next[key] === null) {
      delete copy[key]
    } else {
      const inner = fill(next[key], value, bare[key])
      copy[key] = inner.value
      count += inner.count
    }
  }
  return { value: copy, count }
}

/** Entries of a list have no names: an entry keeps its secrets if the rest of it is unchanged. */
function fillList(next: readonly unknown[], full: readonly unknown[], bare: readonly unknown[]): Filled {
  if (sameJson(next, bare)) return { value: full, count: lost(full, bare) }
  if (bare.length !== full.length) return { value: next, count: 0 }
  let count = 0
  const value = next.map((item, at) => {
    const same = full.flatMap((one, place) => (one !== bare[place] && sameJson(item, bare[place]) ? [place] : []))
    const place = same.includes(at) ? at : same.length === 1 ? same[0] : undefined
    if (place === undefined) return item
    count += lost(full[place], bare[place])
    return full[place]
  })
  return { value, count }
}

/** The number of secrets that `bare` lacks. */
function lost(full: unknown, bare: unknown): number {
  return sizeOf(full) - sizeOf(bare)
}

/** The number of values in a value, at any depth. */
function sizeOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  return Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0
}

/**
 * The nodes of a save by an editor that keeps what it loaded: a placeholder that has disappeared was deleted, and is sent
 * as null.
 */
export function withDeletedSecrets(nodes: readonly WorkflowNode[], loaded: readonly WorkflowNode[]): WorkflowNode[] {
  const before = new Map(loaded.map((node) => [node.id, node]))
  return nodes.map((node) => {
    const old = before.get(node.id)?.data?.config
    const config = node.data?.config ?? {}
    const marked = old === undefined || old === config ? config : markDeleted(config, old)
    return marked === config ? node : { ...node, data: { ...node.data, config: marked as Record<string, unknown> } }
  })
}

function markDeleted(next: unknown, old: unknown): unknown {
  if (Array.isArray(next)) return Array.isArray(old) ? markDeletedIn(next, old) : next
  if (!isObject(next) || !isObject(old)) return next
  let copy: Record<string, unknown> | undefined
  for (const [key, value] of Object.entries(old)) {
    if (!hasPlaceholder(value)) continue
    const marked = Object.hasOwn(next, key) ? markDeleted(next[key], value) : null
    if (Object.hasOwn(next, key) && marked === next[key]) continue
    copy ??= { ...next }
    copy[key] = marked
  }
  return copy ?? next
}

/** A list that equals the export of the old one would get its secrets back: nulls make it different. */
function markDeletedIn(next: readonly unknown[], old: readonly unknown[]): readonly unknown[] {
  const entries = next.map((item) => {
    const same = old.find((one) => hasPlaceholder(one) && sameJson(item, withoutPlaceholder(one)))
    return same === undefined ? item : markDeleted(item, same)
  })
  if (old.some(isPlaceholder) && sameJson(next, withoutPlaceholder(old))) return [...entries, null]
  return entries.some((item, at) => item !== next[at]) ? entries : next
}

function withoutPlaceholder(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => !isPlaceholder(one)).map(withoutPlaceholder)
  if (!isObject(value)) return value
  const shown = Object.entries(value).filter(([, one]) => !isPlaceholder(one))
  return Object.fromEntries(shown.map(([key, one]) => [key, withoutPlaceholder(one)]))
}

function hasPlaceholder(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return isPlaceholder(value)
  return Object.values(value).some(hasPlaceholder)
}
