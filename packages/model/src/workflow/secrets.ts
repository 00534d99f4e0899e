/**
 * Secrets in node configs: strings whose schema has `format: hidden` (or `password`).
 * A stored or sent document contains placeholders; the values are stored separately, by node and path, and inserted only
 * when a node runs. The schema of the catalogue wins; for a type that it does not have, the copy of the schema in the
 * node is used, so that removing a custom package does not reveal its secrets.
 */
import type { Catalogue } from '../catalogue.ts'
import { isObject, pointer } from '../json.ts'
import { configOf, nodeTypeIdOf, type WorkflowNode } from './workflow.ts'

/** Values by node id, then by JSON pointer into its config. */
export type Secrets = Readonly<Record<string, Readonly<Record<string, string>>>>

export const PLACEHOLDER_PREFIX = '__secret__:'
const HINT_LENGTH = 4
/** Shorter secrets show no hint: four characters would be too large a part of them. */
const HINT_FROM = 12

/** The placeholder of a secret in a document. */
export function placeholderOf(value: string): string {
  return PLACEHOLDER_PREFIX + (value.length < HINT_FROM ? '****' : value.slice(-HINT_LENGTH))
}

/** Whether a config value is a placeholder. */
export function isPlaceholder(value: unknown): value is string {
  return typeof value === 'string' && value.startsWith(PLACEHOLDER_PREFIX)
}

/** Replaces the secrets of nodes by placeholders; a placeholder keeps the value that `kept` has for it. */
export function splitSecrets(
  nodes: readonly WorkflowNode[],
  catalogue: Catalogue,
  kept: Secrets = {},
): { nodes: WorkflowNode[]; secrets: Secrets } {
  // No prototype: a node id may be `__proto__`.
  const secrets: Record<string, Readonly<Record<string, string>>> = Object.create(null)
  const split = nodes.map((node) => {
    const own = splitNodeSecrets(node, catalogue, kept)
    if (own.secrets !== undefined) secrets[node.id] = { ...secrets[node.id], ...own.secrets }
    return own.node
  })
  return { nodes: split, secrets }
}

interface SplitNode {
  readonly node: WorkflowNode
  /** Undefined if it has none. */
  readonly secrets: Secrets[string] | undefined
}

/** The same for one node. */
export function splitNodeSecrets(node: WorkflowNode, catalogue: Catalogue, kept: Secrets): SplitNode {
  let secrets: Record<string, string> | undefined
  const split = mapSecrets(node, catalogue, (value, path) => {
    const secret = isPlaceholder(value) ? keptValue(value, { kept, node: node.id, path }) : value
    if (secret === undefined) return value
    secrets ??= {}
    secrets[path] = secret
    return placeholderOf(secret)
  })
  if (Object.hasOwn(kept, node.id) && !catalogue.types.has(nodeTypeIdOf(node)))
    return { node: split, secrets: { ...unknownSecrets(split, kept[node.id] ?? {}), ...secrets } }
  return { node: split, secrets }
}

/**
 * The stored secrets whose placeholders are where they were. Without its type a node may have no schema that marks its
 * secret settings: a save while the file of a custom type does not load must not lose them.
 */
function unknownSecrets(node: WorkflowNode, kept: Secrets[string]): Record<string, string> {
  const config = configOf(node)
  return Object.fromEntries(
    Object.entries(kept).filter(([path, value]) => valueAt(config, path) === placeholderOf(value)),
  )
}

/** The value at a JSON pointer. */
function valueAt(value: unknown, path: string): unknown {
  const keys = path.split('/').slice(1)
  return keys.reduce<unknown>((inner, key) => {
    const name = key.replaceAll('~1', '/').replaceAll('~0', '~')
    return typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
      ? (inner as Record<string, unknown>)[name]
      : undefined
  }, value)
}

/** The nodes with their secrets inserted, to run them. */
export function joinSecrets(nodes: readonly WorkflowNode[], catalogue: Catalogue, secrets: Secrets): WorkflowNode[] {
  return nodes.map((node) =>
    mapSecrets(node, catalogue, (value, path) => (isPlaceholder(value) ? secrets[node.id]?.[path] : value)),
  )
}

/** The nodes without secrets, for an export. */
export function withoutSecrets(nodes: readonly WorkflowNode[], catalogue: Catalogue): WorkflowNode[] {
  return nodes.map((node) => mapSecrets(node, catalogue, () => undefined))
}

/** The nodes without placeholders: in an import they have no values. */
export function withoutPlaceholders(nodes: readonly WorkflowNode[], catalogue: Catalogue): WorkflowNode[] {
  return nodes.map((node) => mapSecrets(node, catalogue, (value) => (isPlaceholder(value) ? undefined : value)))
}

/** The placeholders of a node, by the JSON pointer of their setting. */
export function secretPlaceholders(node: WorkflowNode, catalogue: Catalogue): ReadonlyMap<string, string> {
  let found: Map<string, string> | undefined
  mapSecrets(node, catalogue, (value, path) => {
    if (isPlaceholder(value)) {
      found ??= new Map()
      found.set(path, value)
    }
    return value
  })
  return found ?? NONE
}

/** Almost every node has no secret. */
const NONE: ReadonlyMap<string, string> = new Map()

interface Where {
  readonly kept: Secrets
  readonly node: string
  readonly path: string
}

/**
 * The stored value of a placeholder: that of the node at this path, or at another index of the same list if entries were
 * moved. A copied node has a placeholder under a new id: it gets the value of its original if exactly one value of this
 * workflow matches. This is only for writers, who may send a secret anywhere; a launch passes the secrets of one node.
 */
export function keptValue(placeholder: string, { kept, node, path }: Where): string | undefined {
  const fits = (value: string | undefined) => value !== undefined && placeholderOf(value) === placeholder
  const own = kept[node]?.[path]
  if (own !== undefined) {
    const field = fieldOf(path)
    const moved = fits(own) || field === path ? [] : Object.entries(kept[node] ?? {})
    return onlyOne(moved.flatMap(([at, value]) => (fits(value) && fieldOf(at) === field ? [value] : []))) ?? own
  }
  return onlyOne(valuesByPlaceholder(kept).get(`${placeholder} ${path}`) ?? [])
}

const indexes = new WeakMap<Secrets, ReadonlyMap<string, ReadonlySet<string>>>()

/** Values of all nodes by placeholder and path, built once per save: all nodes may be copies. */
function valuesByPlaceholder(kept: Secrets): ReadonlyMap<string, ReadonlySet<string>> {
  const known = indexes.get(kept)
  if (known !== undefined) return known
  const index = new Map<string, Set<string>>()
  for (const values of Object.values(kept)) {
    for (const [path, value] of Object.entries(values)) {
      const key = `${placeholderOf(value)} ${path}`
      const found = index.get(key)
      if (found === undefined) index.set(key, new Set([value]))
      else found.add(value)
    }
  }
  indexes.set(kept, index)
  return index
}

/** The path of a setting without list indexes. */
function fieldOf(path: string): string {
  return path.replace(/\/\d+(?=\/|$)/g, '/*')
}

function onlyOne(values: Iterable<string>): string | undefined {
  const [first, ...others] = new Set(values)
  return others.length === 0 ? first : undefined
}

type Change = (value: string, path: string) => string | undefined

/** The node with each secret and placeholder replaced; undefined removes the setting. */
export function mapSecrets(node: WorkflowNode, catalogue: Catalogue, change: Change): WorkflowNode {
  const known = catalogue.types.get(nodeTypeIdOf(node))?.configSchema
  const config = configOf(node)
  if (known !== undefined && !hidingIn(known).some((key) => key === ANY || Object.hasOwn(config, key))) return node
  const schema = known ?? node.data?.metadata?.configSchema
  const changed = mapped(schema, config, '', change)
  return changed === config ? node : { ...node, data: { ...node.data, config: changed as Record<string, unknown> } }
}

/** In place of names: settings of any name may be hidden. */
const ANY = Symbol('any')

const hiding = new WeakMap<object, readonly (string | typeof ANY)[]>()

/** The names of the settings that are hidden or have hidden parts; found once for each schema of the catalogue. */
function hidingIn(schema: object): readonly (string | typeof ANY)[] {
  const known = hiding.get(schema)
  if (known !== undefined) return known
  const { properties, ...others } = schema as Readonly<Record<string, unknown>>
  const named = isObject(properties) ? Object.keys(properties).filter((key) => hasHidden(properties[key])) : []
  const found: readonly (string | typeof ANY)[] = hasHidden(others) ? [ANY] : named
  hiding.set(schema, found)
  return found
}

/** Whether a schema of the catalogue has a hidden setting at all. */
export function hidesSettings(schema: object): boolean {
  return hidingIn(schema).length > 0
}

function hasHidden(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (isHidden(schema) || hasHidden(schema.items) || hasHidden(schema.additionalProperties)) return true
  if (isObject(schema.properties) && Object.values(schema.properties).some(hasHidden)) return true
  return ALTERNATIVES.some((keyword) => Array.isArray(schema[keyword]) && schema[keyword].some(hasHidden))
}

/** The value with its secrets changed; the same object if it has none. */
function mapped(schema: unknown, value: unknown, path: string, change: Change): unknown {
  if (!isObject(schema) || value === undefined) return value
  // Null deletes a secret, and is never the value of a hidden setting.
  if (value === null) return isHidden(schema) ? undefined : value
  if (isSecret(schema, value)) return change(typeof value === 'string' ? value : JSON.stringify(value), path)
  let result = value
  // A field may have alternatives; it is hidden if any of them is.
  for (const keyword of ALTERNATIVES) {
    const options = schema[keyword]
    for (const option of Array.isArray(options) ? options : []) {
      const changed = mapped(option, result, path, change)
      if (changed !== result && !isObject(changed) && !Array.isArray(changed)) return changed
      result = changed
    }
  }
  if (Array.isArray(result)) return mappedList(schema.items, result, path, change)
  return isObject(result) ? mappedObject(schema, result, path, change) : result
}

function isHidden(schema: unknown): boolean {
  if (!isObject(schema)) return false
  if (schema.format === 'hidden' || schema.format === 'password') return true
  return ALTERNATIVES.some((keyword) => Array.isArray(schema[keyword]) && schema[keyword].some(isHidden))
}

const ALTERNATIVES = ['anyOf', 'oneOf', 'allOf']

/** Texts in hidden fields, and any other value in their place. */
function isSecret(schema: Readonly<Record<string, unknown>>, value: unknown): boolean {
  if (schema.format !== 'hidden' && schema.format !== 'password') return false
  return typeof value === 'string' ? value !== '' : schema.type === 'string'
}

function mappedList(schema: unknown, value: readonly unknown[], path: string, change: Change): readonly unknown[] {
  const items = value.map((item, at) => mapped(schema, item, pointer(path, at), change))
  return items.some((item, at) => item !== value[at]) ? items.filter((item) => item !== undefined) : value
}

function mappedObject(
  schema: Readonly<Record<string, unknown>>,
  value: Record<string, unknown>,
  path: string,
  change: Change,
): Record<string, unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const keys = isObject(schema.additionalProperties) ? Object.keys(value) : Object.keys(properties)
  let copy: Record<string, unknown> | undefined
  for (const key of keys) {
    if (!Object.hasOwn(value, key)) continue
    const inner = Object.hasOwn(properties, key) ? properties[key] : schema.additionalProperties
    const changed = mapped(inner, value[key], pointer(path, key), change)
    if (changed === value[key]) continue
    copy ??= { ...value }
    if (changed === undefined) delete copy[key]
    else copy[key] = changed
  }
  return copy ?? value
}
