/**
 * A workflow as a file that can be kept in a repository: what people edit, without what belongs to one service. Ids,
 * revisions, times and the switches "active" and "publish" are left out, a called workflow is named instead of its id,
 * and a secret is a placeholder without a hint. The order of keys does not depend on the client that saved.
 */
import { isObject, isPlaceholder, PLACEHOLDER_PREFIX, STATE_FIELDS } from '@millrace/model'

export interface PortableWorkflow {
  readonly name: string
  readonly machineName: string
  readonly nodes: readonly PortablePart[]
  readonly edges: readonly PortablePart[]
  readonly [key: string]: unknown
}

export interface PortablePart {
  readonly id: string
  readonly [key: string]: unknown
}

type Given = Readonly<Record<string, unknown>>

/** Stands for a secret that the service keeps. */
export const KEPT_SECRET = `${PLACEHOLDER_PREFIX}****`

const NOT_PORTABLE = new Set(['id', 'revision', 'metadata', ...Object.keys(STATE_FIELDS)])
/** Whether a workflow is active and how it is published is decided in each service. */
const SWITCHES = new Set(['active', 'publish'])
/** Keys that a canvas writes without an edit. */
const OF_THE_CANVAS = new Set(['measured', 'selected', 'dragging'])
const OF_THE_EDITOR = new Set(['nodeId', 'executionInfo', 'isProcessing'])
const FIRST = ['name', 'machineName', 'description', 'tags', 'config', 'nodes', 'edges']

/** `names` has the machine names of the workflows of the service by id. */
export function portableOf(workflow: Given & { readonly machineName: string }, names: ReadonlyMap<string, string>) {
  const metadata = isObject(workflow.metadata) ? workflow.metadata : {}
  const config = without(workflow.config, SWITCHES)
  const { name, machineName, nodes, edges, ...rest } = without(workflow, NOT_PORTABLE)
  const tags = workflow.tags ?? metadata.tags
  const all: Record<string, unknown> = {
    ...rest,
    ...{ name: name ?? machineName, machineName },
    config: Object.keys(config).length > 0 ? config : undefined,
    tags: Array.isArray(tags) && tags.length > 0 ? tags : undefined,
    description: rest.description === '' ? undefined : rest.description,
    nodes: listOf(nodes).map((node) => portableNode(node)),
    edges: listOf(edges).map((edge) => without(edge, OF_THE_CANVAS)),
  }
  const keys = [
    ...FIRST,
    ...Object.keys(all)
      .filter((key) => !FIRST.includes(key))
      .sort(),
  ]
  const present = keys.filter((key) => all[key] !== undefined)
  return Object.fromEntries(present.map((key) => [key, plain(all[key], names)])) as unknown as PortableWorkflow
}

function portableNode(node: unknown): Given {
  const { data, ...rest } = without(node, OF_THE_CANVAS)
  const { metadata, ...content } = without(data, OF_THE_EDITOR)
  const type = isObject(metadata) ? (metadata.node_type_id ?? metadata.id) : undefined
  return { ...rest, data: { ...content, metadata: { node_type_id: type } } }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function without(value: unknown, keys: ReadonlySet<string>): Record<string, unknown> {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => !keys.has(key))) : {}
}

/** With keys in order, secrets without hints, and names instead of ids of workflows. */
function plain(value: unknown, names: ReadonlyMap<string, string>): unknown {
  if (isPlaceholder(value)) return KEPT_SECRET
  if (typeof value === 'string') return names.get(value) ?? value
  if (Array.isArray(value)) return value.map((item) => plain(item, names))
  if (!isObject(value)) return value
  const keys = Object.keys(value).sort((a, b) => (a === 'id' ? -1 : b === 'id' ? 1 : a < b ? -1 : 1))
  return Object.fromEntries(
    keys.filter((key) => value[key] !== undefined).map((key) => [key, plain(value[key], names)]),
  )
}

/** The entry of a list that belongs to an item: the one with its id, else the one at its place. */
export function counterpart(list: unknown, item: unknown, at: number): unknown {
  if (!Array.isArray(list)) return undefined
  return isObject(item) && typeof item.id === 'string'
    ? list.find((other) => isObject(other) && other.id === item.id)
    : list[at]
}

/**
 * The wanted document as it would be read back from the service. A placeholder stands for the secret that the service has, if any. A
 * secret cannot be compared, so one that is already stored counts as equal unless `sendSecrets` is set.
 */
export function reconciled(wanted: unknown, stored: unknown, sendSecrets: boolean): unknown {
  if (isPlaceholder(wanted)) return isPlaceholder(stored) ? wanted : undefined
  if (typeof wanted === 'string') return isPlaceholder(stored) && !sendSecrets ? KEPT_SECRET : wanted
  if (Array.isArray(wanted))
    return wanted.map((item, at) => reconciled(item, counterpart(stored, item, at), sendSecrets))
  if (!isObject(wanted)) return wanted
  const entries = Object.entries(wanted).map(([key, value]) => [
    key,
    reconciled(value, isObject(stored) ? stored[key] : undefined, sendSecrets),
  ])
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

/** The JSON pointers of the secrets that a file leaves to the service. */
export function openSecrets(value: unknown, path = ''): string[] {
  if (isPlaceholder(value)) return [path]
  if (Array.isArray(value))
    return value.flatMap((item, at) => openSecrets(item, `${path}/${isObject(item) && item.id ? item.id : at}`))
  return isObject(value) ? Object.entries(value).flatMap(([key, item]) => openSecrets(item, `${path}/${key}`)) : []
}
