/** Writes the simple dialect; reading it back yields the same ids, names and mappings. */
import { sameJson } from '@millrace/model'
import {
  type AnyComponent,
  type BranchingNode,
  type Component,
  type Fields,
  type Flow,
  type FlowNodeComponent,
  type LlmConfig,
  MAPPING_INPUT,
  type NameRef,
  type Tool,
} from '../components.ts'
import { componentsIn, sharedComponentsIn } from '../components-in.ts'
import { uniqueNames } from '../names.ts'
import { llmClassOf } from './finish-simple.ts'
import { CARRIED, LLM, nodeShape, type Shape, type Sort, shapeOfKind } from './shapes.ts'
import { branchesFor, mappingOf } from './simple-branches.ts'

export interface SimpleDocument {
  readonly flow: Flow
  readonly agent?: AnyComponent
  readonly tools?: readonly Tool[]
  readonly llmConfigs?: readonly LlmConfig[]
  readonly metadata?: Fields
}

type Out = Record<string, unknown>

interface Writing {
  /** Components that the document lists; nodes refer to them by name. */
  readonly listed: ReadonlySet<object>
  /** Ids of components that are written in several places: each copy contains the id, so that reading merges them. */
  readonly shared: ReadonlySet<string>
}

const NONE: ReadonlySet<never> = new Set()

/** A flow in the simple dialect, everything inline. */
export function writeSimpleFlow(flow: Flow): Out {
  return flowOut(flow, { listed: NONE, shared: sharedComponentsIn(flow) })
}

/** A single node in the simple dialect. `shared`: components that other nodes of its flow also use. */
export function writeSimpleNode(node: FlowNodeComponent, shared: ReadonlySet<string> = NONE): Out {
  return nodeOut(node, node.name, { listed: NONE, shared })
}

/** A tool, agent or model configuration in the simple dialect, everything inline. */
export function writeSimpleComponent(one: AnyComponent | NameRef): unknown {
  return componentOut(one, { listed: NONE, shared: NONE })
}

/** A document in the simple dialect: the flow, and its tools and model configurations in lists, each written once. */
export function writeSimpleDocument(document: SimpleDocument): Out {
  const { flow, agent, metadata } = document
  const found = [flow, ...(agent === undefined ? [] : [agent])].flatMap((one) => componentsIn(one))
  const tools = distinctNames([...(document.tools ?? []), ...found.filter(isTool)])
  const llmConfigs = distinctNames([...(document.llmConfigs ?? []), ...found.filter(isLlmConfig)])
  const writing = { listed: new Set<object>([...tools, ...llmConfigs]), shared: sharedComponentsIn(flow) }
  return {
    ...(agent === undefined ? {} : { agent: componentOut(agent, writing) }),
    flow: flowOut(flow, writing),
    ...(tools.length > 0 ? { tools: tools.map((one) => shapedOut(one, shapeFor(one), writing)) } : {}),
    ...(llmConfigs.length > 0 ? { llm_configs: llmConfigs.map((one) => shapedOut(one, LLM, writing)) } : {}),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

const TOOL_KINDS = new Set(['server', 'client', 'remote', 'builtin', 'mcp'])

function isTool(one: AnyComponent): one is Tool {
  return TOOL_KINDS.has(one.kind)
}

function isLlmConfig(one: AnyComponent): one is LlmConfig {
  return one.kind === 'llm_config'
}

/** Lists are looked up by name: the second of two components with the same name stays inline. */
function distinctNames<T extends Component>(all: readonly T[]): T[] {
  const byName = new Map<string, T>()
  for (const one of all) if (!byName.has(one.name)) byName.set(one.name, one)
  return [...byName.values()]
}

function shapeFor(one: { readonly kind: string }): Shape | undefined {
  return shapeOfKind(one.kind)
}

function componentOut(one: AnyComponent | NameRef, writing: Writing): unknown {
  if (one.kind === 'ref') return one.name
  if (writing.listed.has(one)) return `$component_ref:${one.name}`
  if ('controlFlow' in one) return flowOut(one, writing)
  return shapedOut(one, shapeFor(one), writing)
}

function flowOut(flow: Flow, writing: Writing): Out {
  const names = uniqueNames(flow)
  const nameOf = (id: string) => names.get(id) ?? id
  const fallbacks = new Map(
    flow.nodes.flatMap((node) => (node.kind === 'branching' ? [[node.id, fallbackOf(node)]] : [])),
  )
  const carried = {
    ...(flow.version === undefined ? {} : { version: flow.version }),
    ...(Array.isArray(flow.inputs) ? { inputs: flow.inputs } : {}),
    ...(Array.isArray(flow.outputs) ? { outputs: flow.outputs } : {}),
  }
  return {
    component_type: 'flow',
    name: flow.name,
    ...described(flow),
    start_node: nameOf(flow.startNode),
    nodes: flow.nodes.map((node) => nodeOut(node, nameOf(node.id), writing)),
    control_flow_connections: flow.controlFlow.map((edge) => {
      const branch = edge.fromBranch === 'default' ? (fallbacks.get(edge.fromNode) ?? 'default') : edge.fromBranch
      return {
        name: edge.name,
        ...described(edge),
        from_node: nameOf(edge.fromNode),
        to_node: nameOf(edge.toNode),
        ...(branch === undefined || branch === null ? {} : { from_branch: branch }),
        ...metadataOut(edge, {}),
        ...edge.extra,
      }
    }),
    ...(flow.dataFlow === undefined
      ? {}
      : {
          data_flow_connections:
            flow.dataFlow?.map((edge) => ({
              name: edge.name,
              ...described(edge),
              source_node: nameOf(edge.sourceNode),
              source_output: edge.sourceOutput,
              destination_node: nameOf(edge.destinationNode),
              destination_input: edge.destinationInput,
              ...metadataOut(edge, {}),
              ...edge.extra,
            })) ?? null,
        }),
    ...metadataOut(flow, { ...carried, ...sharedId(flow, writing) }),
    ...flow.extra,
  }
}

function described({ description }: Component): Out {
  return typeof description === 'string' ? { description } : {}
}

/** The id of a component that is written in several places. */
function sharedId(one: Component, { shared }: Writing): { id?: string } {
  return shared.has(one.id) ? { id: one.id } : {}
}

/** Metadata for fields that this dialect does not support. Ids are included unless they follow from the name. */
function metadataOut(one: Component, carried: Fields, name = one.name): Out {
  const savedId = Object.entries(one.metadata ?? {}).find(([key]) => key.endsWith(':node_id'))?.[1]
  const id = one.id === name || one.id === savedId ? {} : { id: one.id }
  const added = Object.entries({ ...id, ...carried }).map(([key, value]) => [CARRIED + key, value] as const)
  const metadata = { ...one.metadata, ...Object.fromEntries(added) }
  return Object.keys(metadata).length > 0 ? { metadata } : {}
}

function nodeOut(node: FlowNodeComponent, name: string, writing: Writing): Out {
  const out = shapedOut(node as unknown as AnyComponent, nodeShape(node.kind), writing, name)
  if (node.kind !== 'branching') return out
  const { seedBranches } = node
  const branches = seedBranches ?? branchesFor(node.mapping, inputName(node))
  return { ...out, branches }
}

function inputName(node: BranchingNode): string {
  return node.inputs?.[0]?.title ?? MAPPING_INPUT
}

function fallbackOf(node: BranchingNode): string {
  return (node.seedBranches ? mappingOf(node.seedBranches).fallback : undefined) ?? 'default'
}

function shapedOut(one: AnyComponent, shape: Shape | undefined, writing: Writing, name = one.name): Out {
  const fields = one as unknown as Fields
  const carried: Out = {}
  const own: Out = {}
  for (const field of shape?.fields ?? []) {
    const value = fields[field.key]
    if (value === undefined || value === null) continue
    if (field.key === 'mapping') {
      if (!isSaidByBranches(one as unknown as BranchingNode)) carried.mapping = value
    } else if (field.simple !== null) {
      const written = valueOut(value, field.sort, writing)
      if (written !== '' || field.sort === 'text' || field.sort === 'any') own[field.simple] = written
    }
  }
  if (shape === LLM && fields.componentType !== llmClassOf(fields)) carried.component_type = fields.componentType
  if (Array.isArray(fields.branches)) carried.branches = fields.branches
  if (name !== one.name) carried.original_name = one.name
  Object.assign(carried, sharedId(one, writing))
  return {
    component_type: shape?.simple ?? String(fields.componentType),
    name,
    ...described(one),
    ...(Array.isArray(fields.inputs) ? { inputs: fields.inputs } : {}),
    ...(Array.isArray(fields.outputs) ? { outputs: fields.outputs } : {}),
    ...own,
    ...one.extra,
    ...metadataOut(one, carried, name),
  }
}

/** Whether reading the branches back yields the same mapping. */
function isSaidByBranches(node: BranchingNode): boolean {
  const branches = node.seedBranches ?? branchesFor(node.mapping, inputName(node))
  return sameJson(mappingOf(branches).mapping, node.mapping)
}

function valueOut(value: unknown, sort: Sort, writing: Writing): unknown {
  const one = (component: unknown) => componentOut(component as AnyComponent | NameRef, writing)
  switch (sort) {
    case 'llm':
    case 'agent':
    case 'flow':
    case 'tool':
    case 'specialization':
      return one(value)
    case 'flows':
    case 'agents':
    case 'tools':
      return (value as unknown[]).map(one)
    case 'agent pairs':
      return (value as unknown[][]).map((pair) => pair.map(one))
    default:
      return value
  }
}
