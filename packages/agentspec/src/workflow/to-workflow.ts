/**
 * Imports an Agent Spec document as a workflow (`POST /workflows/import/agentspec`). Nothing is lost: data that the canvas cannot
 * show is kept in extensions and metadata. An unchanged flow that we exported becomes the original workflow.
 */
import {
  type Catalogue,
  canConnect,
  isObject,
  LIMITS,
  laidOut,
  NATIVE_FORMAT,
  type Point,
  parseHandle,
  type WorkflowEdge,
  type WorkflowNode,
} from '@millrace/model'
import { writeSimpleComponent } from '../codec/write-simple.ts'
import type { Agentic, Fields, Flow, FlowNodeComponent } from '../components.ts'
import { sharedComponentsIn } from '../components-in.ts'
import { flowOfAgent } from '../flow-of-agent.ts'
import { type Notes, newNotes, quoted } from '../notes.ts'
import { inputsOf, outputsOf } from '../ports.ts'
import type { AgentSpec } from '../read.ts'
import { drawEdges, drawnByName } from './draw-edges.ts'
import { type DrawnNode, drawNode } from './draw-node.ts'
import { withoutFailureOutputs } from './foreign-exports.ts'
import { listedPorts } from './listed-ports.ts'
import { nodeIds } from './node-ids.ts'
import { secretsOf } from './node-secrets.ts'
import { dataTypeOf } from './property-types.ts'
import { withoutSecretsIn } from './redact.ts'
import { restoredEdges, restoredNode } from './restore.ts'
import { FLOW, saved, withoutOurs } from './saved-metadata.ts'

/** A workflow without the fields that saving adds: id, dates, revision. */
export interface DrawnWorkflow {
  readonly name: string
  readonly description: string
  readonly nodes: readonly WorkflowNode[]
  readonly edges: readonly WorkflowEdge[]
  readonly metadata: Record<string, unknown>
  readonly config?: Record<string, unknown>
}

export interface Drawn {
  readonly workflow: DrawnWorkflow
  readonly warnings: readonly string[]
}

type Readable = Pick<AgentSpec, 'flow' | 'agent'> &
  Partial<Pick<AgentSpec, 'dialect' | 'warnings' | 'tools' | 'llmConfigs' | 'metadata'>>

export function toWorkflow(spec: Readable, catalogue: Catalogue): Drawn {
  const notes = newNotes()
  for (const text of spec.warnings ?? []) notes.warn(text)
  const found = spec.flow ?? (spec.agent && wrapped(spec.agent, notes))
  if (found === undefined) throw new TypeError('toWorkflow needs a flow or an agent')
  const given = withoutFailureOutputs(found, catalogue)
  // Secrets are only stored in encrypted config fields.
  const { value: flow, secrets } = withoutSecretsIn(given)
  const kept = new Map(given.nodes.map((component) => [component.id, secretsOf(component)]))
  const placed = new Set([...kept.values()].flatMap(({ names }) => names))
  const lost = secrets.filter((name) => !placed.has(name))
  if (lost.length > 0) notes.warn(`Secrets are not imported and must be set again: ${lost.map(quoted).join(', ')}`)
  const beside = spec.flow && spec.agent ? withoutSecretsIn(spec.agent).value : undefined
  const unplaced = new Set<string>()
  const ids = nodeIds(flow)
  const shared = sharedComponentsIn(flow)
  const casts = inputsWithCasts(flow)
  const restoring = { catalogue, notes, restored: new Set<string>() }
  const drawn = new Map(
    flow.nodes.map((component) => {
      const id = ids.get(component.id) ?? component.id
      const position = positionOf(component)
      if (position === undefined) unplaced.add(id)
      const asDynamic = casts.get(component.id)
      const drawing = { id, position: position ?? ORIGIN, catalogue, shared, ...(asDynamic ? { asDynamic } : {}) }
      const plain = withConfig(drawNode(component, drawing), {
        ...kept.get(component.id)?.config,
        ...(component.kind === 'end' && flow.outputs ? { flow_outputs: flow.outputs } : {}),
      })
      return [component.id, restoredNode(component, plain, restoring) ?? plain] as const
    }),
  )
  const restored = restoredEdges(flow, drawn, restoring)
  const edges = restored?.edges ?? drawEdges(flow, drawn)
  const nodes =
    restored?.nodes ??
    withCasts(
      [...drawn.values()].map(({ node }) => node),
      edges,
    )
  const positioned = withPlaces(nodes, edges, { unplaced, catalogue })
  return {
    workflow: {
      ...texts(flow, notes),
      nodes: positioned,
      edges,
      metadata: metadataFor(flow, { nodes: positioned, beside }),
      ...(isObject(saved(flow.metadata, 'config'))
        ? { config: saved(flow.metadata, 'config') as Record<string, unknown> }
        : {}),
    },
    warnings: notes.warnings,
  }
}

const ORIGIN: Point = { x: 0, y: 0 }
/** The upper left corner of a layout. */
const CORNER: Point = { x: 100, y: 100 }

interface Placing {
  /** Ids of nodes without a position. */
  readonly unplaced: ReadonlySet<string>
  readonly catalogue: Catalogue
}

/** Positions nodes without a position by an auto-layout of the whole workflow. */
function withPlaces(
  nodes: readonly WorkflowNode[],
  edges: readonly WorkflowEdge[],
  { unplaced, catalogue }: Placing,
): WorkflowNode[] {
  if (unplaced.size === 0) return [...nodes]
  const laid = laidOut({ nodes: [...nodes], edges: [...edges] }, 'horizontal', catalogue).nodes
  return nodes.map((node, at) => {
    const { x, y } = laid[at]?.position ?? ORIGIN
    return unplaced.has(node.id) ? { ...node, position: { x: x + CORNER.x, y: y + CORNER.y } } : node
  })
}

function withConfig(drawn: DrawnNode, more: Fields): DrawnNode {
  if (Object.keys(more).length === 0) return drawn
  const { node } = drawn
  return { ...drawn, node: { ...node, data: { ...node.data, config: { ...node.data?.config, ...more } } } }
}

/** Inputs by node that receive values their port type would not accept. */
function inputsWithCasts(flow: Flow): Map<string, Set<string>> {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  const found = new Map<string, Set<string>>()
  for (const edge of flow.dataFlow ?? drawnByName(flow)) {
    const [source, target] = [byId.get(edge.sourceNode), byId.get(edge.destinationNode)]
    const from = source && outputsOf(source).find(({ title }) => title === edge.sourceOutput)
    const to = target && inputsOf(target).find(({ title }) => title === edge.destinationInput)
    if (!target || !from || !to || canConnect(dataTypeOf(from), dataTypeOf(to))) continue
    found.set(target.id, (found.get(target.id) ?? new Set()).add(to.title))
  }
  return found
}

/** Agent Spec casts more than the canvas allows to connect: an input that needs such a cast accepts any type. */
function withCasts(nodes: readonly WorkflowNode[], edges: readonly WorkflowEdge[]): WorkflowNode[] {
  const listOf = (node: WorkflowNode | undefined) => {
    const list = node?.data?.config?.dynamicInputs
    return Array.isArray(list) ? list.filter(isObject) : []
  }
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const open = new Map<string, Set<unknown>>()
  for (const edge of edges) {
    const port = parseHandle(edge.targetHandle ?? '', edge.target, 'input')
    const output = parseHandle(edge.sourceHandle ?? '', edge.source, 'output')
    const from = listedPorts(byId.get(edge.source)?.data?.config ?? {}, 'outputs')?.find(({ name }) => name === output)
    const to = listOf(byId.get(edge.target)).find(({ name }) => name === port)
    if (from === undefined || to === undefined || canConnect(String(from.dataType), String(to.dataType))) continue
    open.set(edge.target, (open.get(edge.target) ?? new Set()).add(port))
  }
  return nodes.map((node) => {
    const ports = open.get(node.id)
    if (ports === undefined) return node
    const dynamicInputs = listOf(node).map((one) => (ports.has(one.name) ? { ...one, dataType: 'mixed' } : one))
    return { ...node, data: { ...node.data, config: { ...node.data?.config, dynamicInputs } } }
  })
}

/** Wraps an agent in a flow of three nodes. */
function wrapped(agent: Agentic, notes: Notes): Flow {
  notes.warn(`${quoted(agent.name)} is an agent, not a flow: it is wrapped with a start and an end`)
  return flowOfAgent(agent)
}

function positionOf({ metadata }: FlowNodeComponent): Point | undefined {
  const position = saved(metadata, 'position')
  if (!isObject(position) || !Number.isFinite(position.x) || !Number.isFinite(position.y)) return undefined
  return { x: position.x as number, y: position.y as number }
}

function texts(flow: Flow, notes: Notes): { name: string; description: string } {
  const cut = (text: string, most: number, field: string) => {
    const clean = text.replaceAll('\u0000', '')
    const shown = [...clean].slice(0, most).join('')
    if (shown !== text) notes.warn(`The ${field} of the flow is truncated to the limit of a workflow`)
    return shown
  }
  const name = cut(flow.name, LIMITS.nameLength, 'name') || 'Agent Spec flow'
  return { name, description: cut(flow.description ?? '', LIMITS.descriptionLength, 'description') }
}

interface Around {
  readonly nodes: readonly WorkflowNode[]
  readonly beside: Agentic | undefined
}

function metadataFor(flow: Flow, { nodes, beside }: Around): Record<string, unknown> {
  const isNative = nodes.some((node) => !String(node.data?.metadata?.node_type_id ?? '').startsWith('agentspec.'))
  const tags = saved(flow.metadata, 'tags')
  const author = saved(flow.metadata, 'author')
  const others = withoutOurs(flow.metadata)
  const kept: Fields = {
    id: flow.id,
    ...(flow.name.length > LIMITS.nameLength ? { name: flow.name } : {}),
    ...(flow.version === undefined ? {} : { version: flow.version }),
    ...(flow.inputs ? { inputs: flow.inputs } : {}),
    ...(flow.outputs ? { outputs: flow.outputs } : {}),
    ...(flow.dataFlow ? {} : { data_flow: flow.dataFlow === null ? null : 'absent' }),
    ...(flow.description === null || flow.description === undefined ? {} : { description: flow.description }),
    ...(others === undefined ? {} : { metadata: others }),
    ...(flow.extra === undefined ? {} : { extra: flow.extra }),
    ...(beside === undefined ? {} : { agent: writeSimpleComponent(beside) }),
  }
  return {
    format: isNative ? NATIVE_FORMAT : 'agentspec',
    ...(Array.isArray(tags) ? { tags } : {}),
    ...(typeof author === 'string' ? { author } : {}),
    [FLOW]: kept,
  }
}
