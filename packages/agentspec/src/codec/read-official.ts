/** Reads the official dialect: ids, PascalCase types, references as objects. References must already be resolved. */
import { isObject } from '@millrace/model'
import type { AnyComponent, ControlEdge, DataEdge, Fields, Flow, FlowNodeComponent } from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import { textOf } from '../value-text.ts'
import { branchIn, type Decoder, type Dialect, hasControlFlow, newDecoder } from './decode.ts'
import { referenceIn } from './resolve-references.ts'
import { CARRIED, LLM, LLM_CLASSES, NODES, type Shape, shapeOf } from './shapes.ts'

const FLOW_KEYS = [
  'inputs',
  'outputs',
  'start_node',
  'nodes',
  'control_flow_connections',
  'data_flow_connections',
  '$referenced_components',
]

const CONTROL_KEYS = ['from_node', 'to_node', 'from_branch']
const DATA_KEYS = ['source_node', 'source_output', 'destination_node', 'destination_input']

/** Reads a component and its contents. */
export function readOfficial(raw: Fields, notes: Notes): AnyComponent {
  const decoder: Decoder = newDecoder(dialectOf(notes, () => decoder))
  return decoder.component(raw, 'document', 'Document')
}

function dialectOf(notes: Notes, decoder: () => Decoder): Dialect {
  const idsInUse = new Map<string, Fields>()
  return {
    name: 'official',
    notes,
    idOf(raw, name) {
      if (typeof raw.id !== 'string' || raw.id === '') {
        notes.warn(`Component ${quoted(name)} has no ${quoted('id')}: its name is used`)
      }
      const id = typeof raw.id === 'string' && raw.id !== '' ? raw.id : name
      const before = idsInUse.get(id)
      if (before !== undefined && before !== raw) {
        notes.error(`Component id ${quoted(id)} is used by two components: reference a component that is used twice`)
      }
      idsInUse.set(id, raw)
      return id
    },
    named(name, role, where) {
      notes.warn(
        `${where} refers to ${quoted(name)}, which is not in the document: it must be registered on the runtime`,
      )
      return role === 'specialization' ? ({ kind: 'unknown' } as AnyComponent) : { kind: 'ref', name }
    },
    flow: (raw, where) => flowOf(raw, where, { notes, decoder: decoder() }),
    finish: (fields, _raw, shape) => unfolded(fields, shape),
  }
}

/** Restores fields from the metadata that the official dialect does not support. */
function unfolded(fields: Record<string, unknown>, shape: Shape | undefined): Record<string, unknown> {
  const metadata = fields.metadata
  if (!isObject(metadata)) return fields
  const carried = new Set(
    (shape?.fields ?? []).filter((one) => one.official === null).map((one) => CARRIED + one.simple),
  )
  if (shape === LLM && LLM_CLASSES[textOf(fields.componentType)]?.hasProvider === false) {
    const provider = metadata[`${CARRIED}provider`]
    if (typeof provider === 'string') fields.provider = provider
    carried.add(`${CARRIED}provider`)
  }
  if (shape?.kind === 'llm') unfoldPrompt(fields)
  if (shape?.kind === 'server') carried.add(`${CARRIED}by_name`)
  const left = Object.entries(metadata).filter(([key]) => !carried.has(key))
  const took = Object.keys(metadata).length - left.length
  if (took > 0) {
    if (left.length > 0) fields.metadata = Object.fromEntries(left)
    else delete fields.metadata
  }
  if (shape?.kind === 'server' && metadata[`${CARRIED}by_name`] === true) return { kind: 'ref', name: fields.name }
  return fields
}

function unfoldPrompt(fields: Record<string, unknown>): void {
  const { systemPrompt, promptTemplate } = fields
  if (typeof systemPrompt !== 'string' || typeof promptTemplate !== 'string') return
  const before = `${systemPrompt}\n\n`
  if (promptTemplate.startsWith(before)) fields.promptTemplate = promptTemplate.slice(before.length)
  // The prompt was edited since: use only its current text.
  else delete fields.systemPrompt
}

interface FlowContext {
  readonly notes: Notes
  readonly decoder: Decoder
}

function flowOf(raw: Fields, where: string, { notes, decoder }: FlowContext): Flow {
  const version = raw.agentspec_version ?? raw.air_version
  const nodes = nodesOf(raw.nodes, where, { notes, decoder })
  const endOf = (value: unknown) => nodeIdIn(value)
  const edges = <E>(key: string, make: (edge: Fields) => E): E[] | null | undefined => {
    const list = raw[key]
    if (list === undefined || list === null) return list
    if (!Array.isArray(list)) {
      notes.error(`${where}: ${quoted(key)} must be a list`)
      return []
    }
    return list.flatMap((edge) => (isObject(edge) ? [make(edge)] : []))
  }
  if (!hasControlFlow(raw)) notes.error(`${where}: ${quoted('control_flow_connections')} is missing`)
  const control = edges('control_flow_connections', (edge) => ({
    ...decoder.base(edge, CONTROL_KEYS, `${where}: control edge`),
    fromNode: endOf(edge.from_node),
    toNode: endOf(edge.to_node),
    ...branchIn(edge.from_branch, `${where}: control edge`, notes),
  }))
  const data = edges('data_flow_connections', (edge) => ({
    ...decoder.base(edge, DATA_KEYS, `${where}: data edge`),
    sourceNode: endOf(edge.source_node),
    sourceOutput: textOf(edge.source_output),
    destinationNode: endOf(edge.destination_node),
    destinationInput: textOf(edge.destination_input),
  }))
  return {
    kind: 'flow',
    ...decoder.base(raw, FLOW_KEYS, where),
    ...ports(raw, where, decoder),
    ...(typeof version === 'string' ? { version } : {}),
    startNode: endOf(raw.start_node),
    nodes,
    controlFlow: (control ?? []) as unknown as ControlEdge[],
    ...(data === undefined ? {} : { dataFlow: data as unknown as DataEdge[] | null }),
  } as unknown as Flow
}

function ports(raw: Fields, where: string, decoder: Decoder): Partial<Flow> {
  const sides = (['inputs', 'outputs'] as const).filter((side) => raw[side] !== undefined)
  const read = (side: string) =>
    raw[side] === null ? null : decoder.properties(raw[side], `${where}: ${quoted(side)}`)
  return Object.fromEntries(sides.map((side) => [side, read(side)]))
}

/** A node that is listed twice counts once. */
function nodesOf(list: unknown, where: string, { notes, decoder }: FlowContext): FlowNodeComponent[] {
  if (!Array.isArray(list)) {
    notes.error(`${where}: ${quoted('nodes')} must be a list`)
    return []
  }
  const nodes = list.flatMap((raw, at) => {
    if (isObject(raw) && referenceIn(raw) === undefined && isNode(raw)) {
      return [decoder.component(raw, 'node', `${where}: node ${at}`)]
    }
    notes.error(`${where}: ${quoted(`nodes[${at}]`)} must be a node`)
    return []
  })
  const distinct = [...new Set(nodes)] as FlowNodeComponent[]
  if (distinct.length < nodes.length) notes.warn(`${where}: a node is listed more than once`)
  for (const one of distinct) {
    if (one.kind !== 'unknown') continue
    notes.warn(`Component type ${quoted(one.componentType)} of node ${quoted(one.name)} is not known`)
  }
  return distinct
}

/** An unknown type may be a node. */
function isNode({ component_type: type }: Fields): boolean {
  if (typeof type !== 'string' || type === 'Flow') return false
  const shape = shapeOf(type, 'official')
  return shape === undefined || NODES.includes(shape)
}

function nodeIdIn(value: unknown): string {
  if (typeof value === 'string') return value
  if (!isObject(value)) return ''
  const reference = referenceIn(value)
  if (reference !== undefined) return reference
  return typeof value.id === 'string' ? value.id : textOf(value.name)
}
