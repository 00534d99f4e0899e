/**
 * The copy of its type in a node. Clients receive it with every node: the public editor draws from it. The catalogue is
 * the source of truth, so a node of a built-in type is stored without the copy, which is added when it is read.
 */
import type { Catalogue } from '../catalogue.ts'
import { migratedExtensions } from '../extensions.ts'
import { isObject } from '../json.ts'
import { branchesOf } from '../node-ports.ts'
import { NodeType } from '../node-type.ts'
import type { NodePort } from '../ports/port.ts'
import { placeholderPort, templatePlaceholders } from '../template-inputs.ts'
import { nodeTypeIdOf, type WorkflowNode } from './workflow.ts'

type Json = Readonly<Record<string, unknown>>

/** Keys of a node's metadata that belong to the catalogue. Other keys belong to the client and are kept. */
const TYPE_KEYS: ReadonlySet<string> = new Set(Object.keys(NodeType.properties as object))

/** The catalogue, and which of its types will certainly exist when the document is read again. */
export interface StoredTypes extends Catalogue {
  /** Custom types may be uninstalled: their copies stay in the document. */
  isBuiltIn(typeId: string): boolean
}

/** The node as it is stored, without what can be filled in again; the same object if there is nothing to remove. */
export function storedNode(node: WorkflowNode, types: StoredTypes): WorkflowNode {
  const data: Json | undefined = node.data
  if (data === undefined || (data.metadata === undefined && data.nodeId === undefined)) return node
  const { metadata: _, nodeId: __, ...rest } = data
  const kept = storedMetadata(node, types)
  if (kept === data.metadata && data.nodeId === undefined) return node
  return { ...node, data: { ...rest, ...(kept === undefined ? {} : { metadata: kept }) } }
}

function storedMetadata(node: WorkflowNode, types: StoredTypes): Record<string, unknown> | undefined {
  const metadata = node.data?.metadata
  const typeId = nodeTypeIdOf(node)
  if (!isObject(metadata) || !types.types.has(typeId) || !types.isBuiltIn(typeId)) return metadata
  const own = ownKeys(metadata)
  return node.type === typeId ? own : { node_type_id: typeId, ...own }
}

/** A node prepared for sending: the node with its data but without metadata, and the parts of its metadata. */
export interface SentNode {
  readonly node: WorkflowNode
  /** True if the data is the stored one with only the id of the node added. */
  readonly isStored: boolean
  readonly data: () => Json
  /** Undefined if the catalogue does not have the type. */
  readonly type: NodeType | undefined
  /** Keys of the metadata beyond the type; all its keys if the type is unknown. */
  readonly own: Json | undefined
}

/** Prepares a stored node for sending: fills in its id and defaults, and converts extensions of earlier releases. */
export function sentNode(node: WorkflowNode, { types }: Catalogue): SentNode {
  const typeId = nodeTypeIdOf(node)
  const type = types.get(typeId)
  const stored: Json = node.data ?? {}
  const given = isObject(stored.config) ? stored.config : {}
  const branches = type === undefined || Array.isArray(given.branches) ? [] : branchesOf(type, given)
  const config = branches.length === 0 ? given : { ...given, branches }
  const extensions = isObject(stored.extensions) ? migratedExtensions(stored.extensions) : undefined
  return {
    node,
    isStored:
      config === stored.config &&
      stored.nodeId === undefined &&
      (extensions === undefined || extensions === stored.extensions),
    data() {
      const { metadata: _, ...data } = stored
      return { ...data, config, ...(extensions && { extensions }), nodeId: node.id }
    },
    type,
    own:
      type === undefined
        ? unknownType(typeId, node, stored.metadata)
        : withPlaceholders(ownKeys(stored.metadata), type, given),
  }
}

/** Adds the inputs that the templates of a node make, because the public editor draws the ports of the type copy. */
function withPlaceholders(own: Json | undefined, type: NodeType, config: Json): Json | undefined {
  const found = templatePlaceholders(type, config)
  if (found.length === 0) return own
  const named = new Set((Array.isArray(config.dynamicInputs) ? config.dynamicInputs : []).map((one) => one?.name))
  const names = found.filter((name) => !named.has(name))
  return names.length === 0
    ? own
    : { ...own, inputs: [...type.inputs, ...names.map((name) => placeholderPort(name, type))] }
}

/** The node as clients receive it. */
export function completeNode(stored: WorkflowNode, catalogue: Catalogue): WorkflowNode {
  const { node, data, type, own } = sentNode(stored, catalogue)
  return { ...node, data: { ...data(), metadata: { ...type, ...own } } }
}

/**
 * The copy of its type in a node, for a type that the catalogue does not have. Undefined if it has no ports: such a
 * record is only a filler, and the ports of the type are unknown.
 */
export function typeCopyIn(node: WorkflowNode): NodeType | undefined {
  const copy = node.data?.metadata
  if (!isObject(copy) || !Array.isArray(copy.inputs) || !Array.isArray(copy.outputs)) return undefined
  const [inputs, outputs] = [copy.inputs.filter(isPort), copy.outputs.filter(isPort)]
  if (inputs.length === 0 && outputs.length === 0) return undefined
  const configSchema = isObject(copy.configSchema) ? copy.configSchema : {}
  return { ...copy, inputs, outputs, configSchema } as unknown as NodeType
}

function isPort(value: unknown): value is NodePort {
  return isObject(value) && typeof value.id === 'string' && typeof value.dataType === 'string'
}

/** The keys of a copy that do not belong to the catalogue; undefined if there are none. */
function ownKeys(metadata: unknown): Json | undefined {
  if (!isObject(metadata)) return undefined
  const own = Object.keys(metadata).filter((key) => !TYPE_KEYS.has(key))
  return own.length === 0 ? undefined : Object.fromEntries(own.map((key) => [key, metadata[key]]))
}

/** A record for a type that the catalogue does not have, completed from the copy: clients require these keys. */
function unknownType(id: string, node: WorkflowNode, metadata: unknown): Json {
  return {
    name: node.data?.label || id,
    description: '',
    category: 'helpers',
    version: '0.0.0',
    icon: 'mdi:help-rhombus-outline',
    color: 'var(--fd-node-slate)',
    type: 'default',
    supportedTypes: ['default'],
    inputs: [],
    outputs: [],
    configSchema: { type: 'object', properties: {} },
    tags: [],
    extensions: {},
    ...(isObject(metadata) ? metadata : {}),
    node_type_id: id,
    id,
  }
}
