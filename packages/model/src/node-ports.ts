/** The actual ports of a node: those of its type, its dynamic ones, placeholders of templates, and branches. */
import { isObject } from './json.ts'
import type { NodeType } from './node-type.ts'
import { DEFAULT_DATA_TYPE } from './ports/data-types.ts'
import { LOOP_BACK, type NodePort } from './ports/port.ts'
import { placeholderPort, templatePlaceholders } from './template-inputs.ts'

export interface NodePorts {
  readonly inputs: ReadonlyMap<string, NodePort>
  readonly outputs: ReadonlyMap<string, NodePort>
}

const plain = new WeakMap<NodeType, NodePorts>()

/** The ports of a node with this type and config. Static ports win over dynamic ones of the same name. */
export function portsOf(type: NodeType, config: Readonly<Record<string, unknown>>): NodePorts {
  const branches = branchesOf(type, config)
  const lists = [config.branches, config.dynamicInputs, config.dynamicOutputs]
  const placeholders = templatePlaceholders(type, config)
  if (branches.length === 0 && placeholders.length === 0 && !lists.some(Array.isArray)) return staticPorts(type)
  return {
    inputs: merged(fixedInputs(type, config), [
      ...dynamic(config.dynamicInputs, 'input'),
      ...placeholders.map((name) => placeholderPort(name, type)),
    ]),
    outputs: outputsOf(withOwnBranches(type, config, branches), [
      ...dynamic(config.dynamicOutputs, 'output'),
      ...branches.map((branch) => branchPort(branch, type)),
    ]),
  }
}

/**
 * The output port that a handle names. Branch names compare trimmed and without case, as they do within one node, so
 * that `true` finds the branch `True`; an exact match wins, and all other ports match exactly.
 */
export function outputNamed({ outputs }: NodePorts, id: string): NodePort | undefined {
  const exact = outputs.get(id)
  if (exact !== undefined) return exact
  const key = branchKey(id)
  for (const port of outputs.values()) if (port.dataType === 'trigger' && branchKey(port.id) === key) return port
  return undefined
}

/** The normalized name of a branch. */
export function branchKey(name: string): string {
  return name.trim().toLowerCase()
}

/** Whether an output delivers failures. A type or a node may have an ordinary output of the same name. */
export function isFailurePort(port: NodePort): boolean {
  return port.id === FAILURE_PORT && port.type === 'output' && port.exposedByDefault === false
}

/** The reserved output that delivers the failure of a node. */
export const FAILURE_PORT = 'error'

/** The document of an Agent Spec node names its outputs: one with the name of the failure port replaces it. */
function outputsOf(type: NodeType, own: readonly NodePort[]): Map<string, NodePort> {
  const isNamedSo = type.node_type_id.startsWith('agentspec.') && own.some(({ id }) => id === FAILURE_PORT)
  return merged(isNamedSo ? type.outputs.filter((port) => !isFailurePort(port)) : type.outputs, own)
}

/** A type may list its default branches as outputs; a node with other branches does not have those. */
function withOwnBranches(
  type: NodeType,
  config: Readonly<Record<string, unknown>>,
  branches: readonly BranchLike[],
): NodeType {
  if (!Array.isArray(config.branches)) return type
  const own = new Set(branches.map(({ name }) => name))
  const gone = new Set(branchesOf(type, {}).flatMap(({ name }) => (own.has(name) ? [] : [name])))
  const outputs = type.outputs.filter(({ id, dataType }) => dataType !== 'trigger' || !gone.has(id))
  return outputs.length === type.outputs.length ? type : { ...type, outputs }
}

/** An Agent Spec node that lists its properties has only those inputs: no port of its type is required. */
function fixedInputs(type: NodeType, config: Readonly<Record<string, unknown>>): readonly NodePort[] {
  if (!type.node_type_id.startsWith('agentspec.') || !Array.isArray(config.dynamicInputs)) return type.inputs
  return type.inputs.map((port) => (port.required ? { ...port, required: false } : port))
}

/** The branches of a node: those of its config, else the defaults of its type. */
export function branchesOf(type: NodeType, config: Readonly<Record<string, unknown>>): BranchLike[] {
  const own = config.branches
  if (Array.isArray(own)) return own.filter(isBranch)
  const properties = type.configSchema.properties
  const schema = isObject(properties) ? properties.branches : undefined
  const fallback = isObject(schema) ? schema.default : undefined
  return Array.isArray(fallback) ? fallback.filter(isBranch) : []
}

/**
 * The input whose value the branches of a type deliver: its first data input. Agent Spec nodes have none, because
 * their branches only set the order.
 */
export function passedInput({ node_type_id, inputs }: NodeType): string | undefined {
  if (node_type_id.startsWith('agentspec.')) return undefined
  return inputs.find(({ id, dataType }) => dataType !== 'trigger' && dataType !== 'tool' && id !== LOOP_BACK)?.id
}

export interface BranchLike {
  readonly name: string
  readonly [key: string]: unknown
}

function isBranch(value: unknown): value is BranchLike {
  return isObject(value) && typeof value.name === 'string' && value.name !== ''
}

function staticPorts(type: NodeType): NodePorts {
  let ports = plain.get(type)
  if (ports === undefined) {
    ports = { inputs: merged(type.inputs, []), outputs: merged(type.outputs, []) }
    plain.set(type, ports)
  }
  return ports
}

function merged(fixed: readonly NodePort[], extra: readonly NodePort[]): Map<string, NodePort> {
  const ports = new Map(inDisplayOrder(fixed).map((port) => [port.id, port]))
  for (const port of extra) if (!ports.has(port.id)) ports.set(port.id, port)
  return ports
}

/** Ports of a type by their displayOrder, lowest first; ports without one count as 0, and equal ones keep their order. */
function inDisplayOrder(ports: readonly NodePort[]): readonly NodePort[] {
  const orderOf = ({ displayOrder = 0 }: NodePort) => displayOrder
  const isSorted = ports.every((port, at) => at === 0 || orderOf(port) >= orderOf(ports[at - 1] ?? port))
  return isSorted ? ports : ports.toSorted((a, b) => orderOf(a) - orderOf(b))
}

function dynamic(list: unknown, type: 'input' | 'output'): NodePort[] {
  if (!Array.isArray(list)) return []
  return list.filter(isBranch).map((entry) => ({
    id: entry.name,
    name: typeof entry.label === 'string' ? entry.label : entry.name,
    type,
    dataType: typeof entry.dataType === 'string' ? entry.dataType : 'mixed',
    required: entry.required === true,
    ...(typeof entry.description === 'string' ? { description: entry.description } : {}),
  }))
}

/** The output of a branch. It triggers, and delivers the node's incoming value to data ports. */
export function branchPort(branch: BranchLike, type: NodeType): NodePort {
  return {
    id: branch.name,
    name: typeof branch.label === 'string' && branch.label !== '' ? branch.label : branch.name,
    type: 'output',
    dataType: 'trigger',
    ...(passedInput(type) === undefined ? {} : { carries: DEFAULT_DATA_TYPE }),
    ...(typeof branch.description === 'string' ? { description: branch.description } : {}),
  }
}
