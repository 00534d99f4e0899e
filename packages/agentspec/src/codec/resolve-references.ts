/**
 * Resolves official references: returns the document with every `$component_ref` replaced by its target. The same
 * component is the same object everywhere, so resolving takes linear time. The expanded size is limited, because a few
 * lines can describe a tree of billions of values.
 */
import { isObject, sameJson } from '@millrace/model'
import type { Fields } from '../components.ts'
import type { Limits } from '../limits.ts'
import { type Notes, quoted } from '../notes.ts'

/** Fields whose reference may be a name registered on the runtime instead of a component of the document. */
const MAY_BE_NAMES = new Set([
  'llm_config',
  'agent',
  'subflow',
  'subflows',
  'tool',
  'tools',
  'additional_tools',
  'first_agent',
  'relationships',
  'group_manager',
  'workers',
])

/** Edge fields that refer to a node. Only its id is read, so the node is not expanded. */
const NODE_NAMES = new Set(['from_node', 'to_node', 'source_node', 'destination_node'])

export interface Resolving {
  readonly notes: Notes
  readonly limits: Limits
  /** Components of another document by id (a disaggregated configuration). */
  readonly registry?: Fields
}

/** The id of a reference, if the value is one. */
export function referenceIn(value: unknown): string | undefined {
  return isObject(value) && typeof value.$component_ref === 'string' && Object.keys(value).length === 1
    ? value.$component_ref
    : undefined
}

interface Place {
  readonly depth: number
  /** Id of the enclosing component, and its field. */
  readonly owner: string
  readonly field: string
}

interface Resolved {
  readonly value: unknown
  /** Number of values when expanded. */
  readonly size: number
}

export function resolveReferences(document: Fields, { notes, limits, registry = {} }: Resolving): Fields {
  const targets = targetsIn(document, notes)
  for (const [id, value] of Object.entries(registry)) if (!targets.has(id)) targets.set(id, value)
  const done = new Map<object, Resolved>()
  const open = new Set<object>()
  const byId = new Map<string, Resolved>()
  const missing = new Set<string>()
  const secrets = new Set<string>()
  const followed = new Set<string>()
  let isTooDeep = false

  function resolve(value: unknown, place: Place): Resolved {
    if (typeof value !== 'object' || value === null) return { value, size: 1 }
    if (place.depth > limits.depth) {
      isTooDeep = true
      return { value: null, size: 1 }
    }
    const id = referenceIn(value)
    if (id !== undefined) return follow(id, value, place)
    const before = done.get(value)
    if (before !== undefined) return before
    if (open.has(value)) {
      notes.error(`Circular reference: component ${quoted(idOf(value))} contains itself`)
      return { value: null, size: 1 }
    }
    open.add(value)
    const made = Array.isArray(value) ? ofList(value, place) : ofObject(value as Fields, place)
    open.delete(value)
    const once = merged(made)
    done.set(value, once)
    return once
  }

  /** Merges copies of the same component. */
  function merged(made: Resolved): Resolved {
    if (!isObject(made.value) || typeof made.value.component_type !== 'string') return made
    const id = idOf(made.value)
    const before = byId.get(id)
    if (before !== undefined && sameJson(before.value, made.value)) return before
    if (before === undefined) byId.set(id, made)
    return made
  }

  function ofList(list: readonly unknown[], place: Place): Resolved {
    const items = list.map((item) => resolve(item, { ...place, depth: place.depth + 1 }))
    return { value: items.map((item) => item.value), size: items.reduce((sum, item) => sum + item.size, 1) }
  }

  function ofObject(object: Fields, place: Place): Resolved {
    const owner = typeof object.id === 'string' && typeof object.component_type === 'string' ? object.id : place.owner
    const value: Record<string, unknown> = {}
    let size = 1
    for (const [key, inner] of Object.entries(object)) {
      if (key === '$referenced_components') continue
      const field = owner === place.owner && owner !== object.id ? place.field : key
      const made = resolve(inner, { depth: place.depth + 1, owner, field })
      value[key] = made.value
      size += NODE_NAMES.has(key) && referenceIn(inner) !== undefined ? 1 : made.size
    }
    return { value, size }
  }

  function follow(id: string, reference: object, place: Place): Resolved {
    if (followed.has(id)) {
      notes.error(`Circular reference: component ${quoted(id)} contains itself`)
      return { value: null, size: 1 }
    }
    if (targets.has(id)) {
      followed.add(id)
      const target = targets.get(id)
      // The target replaces the reference. A reference to a reference counts as a level, so that chains are limited.
      const depth = referenceIn(target) === undefined ? place.depth : place.depth + 1
      const found = resolve(target, { ...place, depth })
      followed.delete(id)
      return found
    }
    if (id === `${place.owner}.${place.field}`) secrets.add(id)
    else if (!MAY_BE_NAMES.has(place.field)) missing.add(id)
    return { value: reference, size: 1 }
  }

  const rootId = typeof document.$component_ref === 'string' ? document.$component_ref : undefined
  const root = rootId === undefined ? document : targets.get(rootId)
  if (rootId !== undefined && root === undefined) missing.add(rootId)
  const { value, size } = resolve(root ?? {}, { depth: 0, owner: '', field: '' })
  if (isTooDeep) notes.error(`Components are nested more than ${limits.depth} deep`)
  if (size > limits.expandedValues) notes.error('The document is too large once its references are followed')
  if (missing.size > 0) notes.error(`Missing references: ${listed(missing)}`)
  if (secrets.size > 0) notes.warn(`Omitted secrets: ${listed(secrets)}`)
  const fields = isObject(value) ? value : {}
  return rootId === undefined ? fields : withVersionOf(document, fields)
}

/** The root component with the version of the document around it. */
function withVersionOf(document: Fields, fields: Fields): Fields {
  const version = document.agentspec_version ?? document.air_version
  return version === undefined ? fields : { ...fields, agentspec_version: version }
}

function listed(names: ReadonlySet<string>): string {
  return [...names].sort().map(quoted).join(', ')
}

function idOf(value: unknown): string {
  return isObject(value) && typeof value.id === 'string' ? value.id : '?'
}

/** All reference targets: `$referenced_components` at any level, and inline components. */
function targetsIn(document: Fields, notes: Notes): Map<string, unknown> {
  const targets = new Map<string, unknown>()
  const inline = new Map<string, unknown>()
  const walk: unknown[] = [document]
  const seen = new Set<unknown>()
  for (let value = walk.pop(); value !== undefined; value = walk.pop()) {
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    for (const one of Object.values(value)) if (typeof one === 'object') walk.push(one)
    if (!isObject(value)) continue
    if (typeof value.id === 'string' && typeof value.component_type === 'string') {
      if (!inline.has(value.id)) inline.set(value.id, value)
    }
    const defined = value.$referenced_components
    if (!isObject(defined)) continue
    for (const [id, target] of Object.entries(defined)) {
      if (targets.has(id) && !sameJson(targets.get(id), target)) {
        notes.error(`Component ${quoted(id)} is defined at several levels of the document`)
      }
      targets.set(id, target)
    }
  }
  for (const [id, target] of inline) if (!targets.has(id)) targets.set(id, target)
  return targets
}
