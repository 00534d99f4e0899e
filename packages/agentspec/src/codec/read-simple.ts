/**
 * Reads the simple dialect (`simple` in the API): snake_case types, nodes referenced by name, everything inline, no ids.
 * Ids come from the metadata if the document was official or ours before, else they are the names.
 */
import { isObject, sameJson } from '@millrace/model'
import type {
  AnyComponent,
  Fields,
  Flow,
  FlowNodeComponent,
  LlmConfig,
  NameRef,
  SimpleBranch,
  Tool,
} from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import { NumberedNames } from '../numbered-names.ts'
import { textOf } from '../value-text.ts'
import { branchIn, type Decoder, type Dialect, hasControlFlow, newDecoder } from './decode.ts'
import { finishSeed, withoutCarried } from './finish-simple.ts'
import { CARRIED, NODES, shapeOf } from './shapes.ts'
import { mappingOf } from './simple-branches.ts'

/** Components listed next to the flow; nodes refer to them by name. */
export interface SimpleLists {
  readonly tools: readonly Tool[]
  readonly llmConfigs: readonly LlmConfig[]
}

export interface SeedReader {
  flow(raw: Fields): Flow
  component(raw: Fields, role: string): AnyComponent
  /** Registers components by name for everything that is read afterwards. */
  list(raws: unknown, role: 'tool' | 'llm'): AnyComponent[]
}

const FLOW_KEYS = [
  'component_type',
  'inputs',
  'outputs',
  'start_node',
  'nodes',
  'control_flow_connections',
  'data_flow_connections',
]
const CONTROL_KEYS = ['from_node', 'to_node', 'from_branch']
const DATA_KEYS = ['source_node', 'source_output', 'destination_node', 'destination_input']

/** Optional prefix of a component name in references. */
const REFERENCE = '$component_ref:'

export function newSeedReader(document: Fields, notes: Notes): SeedReader {
  const ids = seedIds(document, notes)
  const listed = new Map<string, AnyComponent>()
  const dialect: Dialect = {
    name: 'simple',
    notes,
    idOf: ids.idOf,
    named(name, role) {
      const plain = name.startsWith(REFERENCE) ? name.slice(REFERENCE.length) : name
      return listed.get(`${role} ${plain}`) ?? ({ kind: 'ref', name: plain } satisfies NameRef)
    },
    flow: (raw, where) => flowOf(raw, where, { notes, decoder }),
    finish: (fields, raw, shape) => finishSeed(fields, { raw, shape, notes }),
  }
  const decoder: Decoder = newDecoder(dialect)
  const component = (raw: Fields, role: string) => decoder.component(raw, role, 'Document')
  return {
    flow: (raw) => decoder.component({ ...raw, component_type: 'flow' }, 'flow', 'Flow') as Flow,
    component,
    list(raws, role) {
      if (raws === undefined || raws === null) return []
      if (!Array.isArray(raws)) {
        notes.error(`${quoted(role === 'tool' ? 'tools' : 'llm_configs')} must be a list`)
        return []
      }
      const type = role === 'tool' ? 'server_tool' : 'llm_config'
      return raws.filter(isObject).map((raw) => {
        const made = component({ component_type: type, ...raw }, role)
        listed.set(`${role} ${made.name}`, made)
        return made
      })
    },
  }
}

function explicitId({ metadata }: Fields): string | undefined {
  if (!isObject(metadata)) return undefined
  const id = metadata[`${CARRIED}id`]
  if (typeof id === 'string' && id !== '') return id
  const saved = Object.entries(metadata).find(([key, value]) => key.endsWith(':node_id') && typeof value === 'string')
  return saved === undefined || saved[1] === '' ? undefined : (saved[1] as string)
}

/** Explicit ids take precedence in any order; duplicate names get a number. */
function seedIds(document: Fields, notes: Notes) {
  const reserved = new Set<string>()
  const walk: unknown[] = [document]
  for (let value = walk.pop(); value !== undefined; value = walk.pop()) {
    if (typeof value !== 'object' || value === null) continue
    for (const one of Object.values(value)) if (typeof one === 'object' && one !== null) walk.push(one)
    const id = isObject(value) ? explicitId(value) : undefined
    if (id !== undefined) reserved.add(id)
  }
  const used = new Map<string, Fields>()
  const ids = new NumberedNames((id) => used.has(id) || reserved.has(id))
  return {
    idOf(raw: Fields, name: string): string {
      const explicit = explicitId(raw)
      const isFree = explicit !== undefined && !used.has(explicit)
      if (explicit !== undefined && !isFree) notes.warn(`Id ${quoted(explicit)} is used twice: one of them was changed`)
      const id = isFree ? explicit : ids.free(explicit ?? name)
      used.set(id, raw)
      return id
    },
  }
}

interface FlowContext {
  readonly notes: Notes
  readonly decoder: Decoder
}

function flowOf(raw: Fields, where: string, context: FlowContext): Flow {
  const { notes, decoder } = context
  const base = decoder.base(raw, FLOW_KEYS, where)
  const { nodes, idOf, fallbacks } = nodesOf(raw.nodes, where, context)
  const metadata = isObject(base.metadata) ? base.metadata : {}
  const carried = (key: string) => raw[key] ?? metadata[CARRIED + key]
  const version = metadata[`${CARRIED}version`]
  if (!hasControlFlow(raw)) notes.error(`${where}: ${quoted('control_flow_connections')} is missing`)
  const control = listOf(raw.control_flow_connections, `${where}: ${quoted('control_flow_connections')}`, notes)
  const data = raw.data_flow_connections
  return {
    kind: 'flow',
    ...withoutCarried(base),
    ...(Array.isArray(carried('inputs')) ? { inputs: decoder.properties(carried('inputs'), where) } : {}),
    ...(Array.isArray(carried('outputs')) ? { outputs: decoder.properties(carried('outputs'), where) } : {}),
    ...(typeof version === 'string' ? { version } : {}),
    startNode: idOf(raw.start_node),
    nodes,
    controlFlow: control.map((edge) => {
      const fromNode = idOf(edge.from_node)
      const branch = branchIn(edge.from_branch, `${where}: ${quoted('control_flow_connections')}`, notes)
      const isFallback = typeof branch.fromBranch === 'string' && fallbacks.get(fromNode) === branch.fromBranch
      return {
        ...edgeBase(edge, {
          decoder,
          keys: CONTROL_KEYS,
          name: `${textOf(edge.from_node)}_to_${textOf(edge.to_node)}`,
        }),
        fromNode,
        toNode: idOf(edge.to_node),
        ...(isFallback ? { fromBranch: 'default' } : branch),
      }
    }),
    ...(data === undefined
      ? {}
      : {
          dataFlow:
            data === null
              ? null
              : listOf(data, `${where}: ${quoted('data_flow_connections')}`, notes).map((edge) => ({
                  ...edgeBase(edge, { decoder, keys: DATA_KEYS, name: dataEdgeName(edge) }),
                  sourceNode: idOf(edge.source_node),
                  sourceOutput: textOf(edge.source_output),
                  destinationNode: idOf(edge.destination_node),
                  destinationInput: textOf(edge.destination_input),
                })),
        }),
  } as unknown as Flow
}

function dataEdgeName(edge: Fields): string {
  const [from, output, to, input] = [
    edge.source_node,
    edge.source_output,
    edge.destination_node,
    edge.destination_input,
  ].map(textOf)
  return `${from}_${output}_to_${to}_${input}`
}

function edgeBase(edge: Fields, at: { decoder: Decoder; keys: readonly string[]; name: string }) {
  const named = typeof edge.name === 'string' && edge.name !== '' ? edge : { ...edge, name: at.name }
  return withoutCarried(at.decoder.base(named, at.keys, `Edge ${quoted(named.name)}`))
}

function listOf(value: unknown, what: string, notes: Notes): Fields[] {
  if (value === undefined || value === null) return []
  if (Array.isArray(value)) return value.filter(isObject)
  notes.error(`${what} must be a list`)
  return []
}

interface NamedNodes {
  readonly nodes: FlowNodeComponent[]
  /** The id of a node by its name; unknown names are returned unchanged. */
  idOf(name: unknown): string
  /** The name of the default branch of each branching node. */
  readonly fallbacks: ReadonlyMap<string, string>
}

function nodesOf(list: unknown, where: string, { notes, decoder }: FlowContext): NamedNodes {
  const ids = new Map<string, string>()
  const fallbacks = new Map<string, string>()
  if (!Array.isArray(list)) notes.error(`${where}: ${quoted('nodes')} must be a list`)
  const raws = Array.isArray(list) ? list : []
  const nodes = raws.flatMap((raw, at) => {
    if (!isObject(raw) || !isNode(raw)) {
      notes.error(`${where}: ${quoted(`nodes[${at}]`)} must be a node`)
      return []
    }
    const node = decoder.component(raw, 'node', `${where}: node ${at}`) as FlowNodeComponent
    const name = typeof raw.name === 'string' ? raw.name : node.name
    if (ids.has(name)) notes.error(`${where}: two nodes are named ${quoted(name)}`)
    ids.set(name, node.id)
    if (node.kind === 'unknown') {
      notes.warn(`Component type ${quoted(node.componentType)} of node ${quoted(name)} is not known`)
    }
    if (node.kind === 'branching') {
      const fallback = mappingOf(branchesIn(raw.branches)).fallback
      if (fallback !== undefined) fallbacks.set(node.id, fallback)
    }
    return [node]
  })
  return { nodes, fallbacks, idOf: (name) => (typeof name === 'string' ? (ids.get(name) ?? name) : '') }
}

function branchesIn(value: unknown): SimpleBranch[] {
  const isBranch = (one: unknown): one is SimpleBranch => isObject(one) && typeof one.name === 'string'
  return Array.isArray(value) ? value.filter(isBranch) : []
}

function isNode({ component_type: type }: Fields): boolean {
  if (typeof type !== 'string' || type === 'flow') return false
  const shape = shapeOf(type, 'simple')
  return shape === undefined || NODES.includes(shape)
}

/** Merges components with the same id that were written in several places into one object. */
export function withSharedComponents(document: Fields): Fields {
  const first = new Map<string, Fields>()
  const shared = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(shared)
    if (!isObject(value)) return value
    const made = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shared(inner)]))
    const id = explicitId(made)
    if (id === undefined) return made
    const before = first.get(id)
    if (before !== undefined && sameJson(before, made)) return before
    if (before === undefined) first.set(id, made)
    return made
  }
  return shared(document) as Fields
}
