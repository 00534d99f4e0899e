/**
 * A selection as a workflow of its own, called by one sub-workflow node.
 *
 *     a ──▶ [ b ──▶ c ] ──▶ d       becomes       a ──▶ sub-workflow ──▶ d
 *                                   and           start ──▶ b ──▶ c ──▶ output
 */
import type { Catalogue } from '../../catalogue.ts'
import type { Point } from '../../geometry.ts'
import type { NodeType } from '../../node-type.ts'
import { carriedType } from '../../plan/branch-edges.ts'
import { DEFAULT_DATA_TYPE } from '../../ports/data-types.ts'
import { printHandle } from '../../ports/handle.ts'
import { isAnnotation, type ResolvedEdge, resolveGraph } from '../../validate/resolved-graph.ts'
import type { Graph, WorkflowEdge, WorkflowNode } from '../../workflow/workflow.ts'
import { freeEdgeId } from '../new-edge.ts'
import { newNode, nextId } from '../new-node.ts'
import { type Boundary, boundaryOf } from './boundary.ts'
import { type ExtractRefusal, extractRefusal } from './refusals.ts'

/** An input or output of the new workflow. */
export interface ExtractedPort {
  readonly name: string
  readonly dataType: string
}

export interface Extraction {
  readonly ok: true
  /** The nodes and edges of the new workflow. */
  readonly child: Graph
  /** How many of its nodes were selected; notes and groups do not count. */
  readonly stepCount: number
  readonly inputs: readonly ExtractedPort[]
  readonly outputs: readonly ExtractedPort[]
  /** The graph in which a sub-workflow node replaces the selection, and the id of that node. */
  readonly replaced: (call: { readonly workflow: string; readonly label: string }) => { graph: Graph; node: string }
}

/** The types that an extraction uses. */
const TYPES = { start: 'start', output: 'output', call: 'sub_workflow' } as const

interface Port extends ExtractedPort {
  readonly edges: readonly ResolvedEdge[]
}

/** Names that the start, the call or an output already use. */
const TAKEN = ['inputs', 'outputs', 'execution_id', 'trigger', 'error', 'tool', '__proto__']

export function extractionOf(
  graph: Graph,
  ids: ReadonlySet<string>,
  catalogue: Catalogue,
): Extraction | ({ readonly ok: false } & ExtractRefusal) {
  const boundary = boundaryOf(resolveGraph(graph, catalogue), ids)
  const refusal = extractRefusal(boundary)
  if (refusal !== undefined) return { ok: false, ...refusal }
  const { into, out, isOrder } = boundary
  const isValue = (edge: ResolvedEdge) => edge.targetPort?.dataType !== 'trigger'
  const taken = new Set([...TAKEN, ...graph.nodes.map(({ id }) => id)])
  const inputs = portsOf(into.filter(isValue), ({ targetPortId }) => targetPortId, new Set(taken))
  const outputs = portsOf(
    out.filter((edge) => isValue(edge) || edge.sourcePortId !== 'trigger'),
    ({ sourcePortId }) => sourcePortId,
    new Set(taken),
  )
  const types = typesIn(catalogue)
  return {
    ok: true,
    child: childOf(boundary, {
      inputs,
      outputs,
      types,
      orders: into.filter((edge) => isOrder(edge) && !isValue(edge)),
    }),
    stepCount: [...boundary.inside].filter((one) => !isAnnotation(one)).length,
    inputs: inputs.map(({ name, dataType }) => ({ name, dataType })),
    outputs: outputs.map(({ name, dataType }) => ({ name, dataType })),
    replaced: (call) => replacedBy(graph, boundary, { inputs, outputs, type: types.call, ...call }),
  }
}

function typesIn({ types }: Catalogue): Record<keyof typeof TYPES, NodeType> {
  const typeOf = (id: string): NodeType => {
    const type = types.get(id)
    if (type === undefined) throw new Error(`The catalogue has no type "${id}"`)
    return type
  }
  return { start: typeOf(TYPES.start), output: typeOf(TYPES.output), call: typeOf(TYPES.call) }
}

/** One port for each output that edges come from, named after the port at the selection. */
function portsOf(edges: readonly ResolvedEdge[], nameOf: (edge: ResolvedEdge) => string, taken: Set<string>): Port[] {
  const groups = Map.groupBy(edges, ({ source, sourcePortId }) => JSON.stringify([source.node.id, sourcePortId]))
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    if (first === undefined) return []
    const name = freeName(nameOf(first).replace(/\s+/g, '_') || 'value', taken)
    taken.add(name)
    return [{ name, dataType: typeOfValue(first), edges: group }]
  })
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted}_${number}`
  return name
}

function typeOfValue({ source, sourcePort }: ResolvedEdge): string {
  if (sourcePort === undefined) return DEFAULT_DATA_TYPE
  if (sourcePort.carries !== undefined) return carriedType(source) ?? sourcePort.carries
  return sourcePort.dataType === 'trigger' ? DEFAULT_DATA_TYPE : sourcePort.dataType
}

const GAP = 320

interface Child {
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly types: Record<keyof typeof TYPES, NodeType>
  readonly orders: readonly ResolvedEdge[]
}

function childOf({ graph, inside }: Boundary, { inputs, outputs, types, orders }: Child): Graph {
  const nodes = [...inside].map(({ node }) => node)
  const corner = cornerOf(nodes)
  const taken = new Set(nodes.map(({ id }) => id))
  const add = (type: NodeType, label: string, at: Point, config: Record<string, unknown>): WorkflowNode => {
    const id = nextId(type.node_type_id, taken)
    taken.add(id)
    const node = newNode(type, { id, label, at })
    return { ...node, data: { ...node.data, config: { ...node.data?.config, ...config } } }
  }
  const start = add(types.start, types.start.name, { x: corner.left - GAP, y: corner.top }, startConfig(inputs))
  const ends = outputs.map(({ name }, at) =>
    add(types.output, name, { x: corner.right + GAP, y: corner.top + at * 120 }, { name }),
  )
  const edges = new Edges()
  for (const { source, target, edge } of graph.edges) if (inside.has(source) && inside.has(target)) edges.keep(edge)
  for (const { name, edges: into } of inputs) {
    for (const { target, targetPortId } of into) edges.add(start.id, name, target.node.id, targetPortId)
  }
  for (const { target } of orders) edges.add(start.id, 'trigger', target.node.id, 'trigger')
  for (const [at, { edges: out }] of outputs.entries()) {
    const [first] = out
    if (first !== undefined) edges.add(first.source.node.id, first.sourcePortId, ends[at]?.id ?? '', 'value')
  }
  return { nodes: [start, ...nodes, ...ends], edges: edges.all }
}

/** The launch inputs of the new workflow: an output of the start for each, and a field in the form of a run. */
function startConfig(inputs: readonly Port[]): Record<string, unknown> {
  if (inputs.length === 0) return {}
  return {
    schema: { type: 'object', properties: Object.fromEntries(inputs.map(({ name }) => [name, { title: name }])) },
    dynamicOutputs: inputs.map(({ name, dataType }) => ({ name, label: name, dataType })),
  }
}

interface Call {
  readonly workflow: string
  readonly label: string
  readonly type: NodeType
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
}

function replacedBy(graph: Graph, boundary: Boundary, call: Call): { graph: Graph; node: string } {
  const { inside, into, out, isOrder } = boundary
  const gone = new Set([...inside].map(({ node }) => node.id))
  const { left, top } = cornerOf([...inside].filter((one) => !isAnnotation(one)).map(({ node }) => node))
  const id = nextId(
    call.type.node_type_id,
    graph.nodes.map((node) => node.id),
  )
  const made = newNode(call.type, { id, label: call.label, at: { x: left, y: top } })
  const ports = (list: readonly Port[]) => list.map(({ name, dataType }) => ({ name, label: name, dataType }))
  const config = {
    ...made.data?.config,
    workflow: call.workflow,
    wait: true,
    ports: HIDDEN_PORTS,
    ...(call.inputs.length > 0 ? { dynamicInputs: ports(call.inputs) } : {}),
    ...(call.outputs.length > 0 ? { dynamicOutputs: ports(call.outputs) } : {}),
  }
  const node = { ...made, data: { ...made.data, config } }
  const edges = new Edges()
  for (const edge of graph.edges) if (!gone.has(edge.source) && !gone.has(edge.target)) edges.keep(edge)
  for (const {
    name,
    edges: [first],
  } of call.inputs)
    if (first) edges.add(first.source.node.id, first.sourcePortId, id, name)
  for (const edge of into.filter(isOrder)) {
    // A branch that delivers its value decides as well whether the call runs.
    edges.add(edge.source.node.id, edge.sourcePortId, id, 'trigger')
  }
  for (const { name, edges: list } of call.outputs) {
    for (const edge of list) {
      edges.add(id, name, edge.target.node.id, edge.targetPortId)
      if (needsOrder(edge, boundary)) edges.add(id, name, edge.target.node.id, 'trigger')
    }
  }
  for (const edge of out) {
    if (edge.targetPort?.dataType === 'trigger' && edge.sourcePortId === 'trigger') {
      edges.add(id, 'trigger', edge.target.node.id, edge.targetPortId)
    }
  }
  const at = graph.nodes.findIndex((one) => gone.has(one.id))
  const rest = graph.nodes.filter((one) => !gone.has(one.id))
  return { graph: { ...graph, nodes: rest.toSpliced(at, 0, node), edges: edges.all }, node: id }
}

/** A branch decides whether its target runs: beside plain values of the selection, its output must as well. */
function needsOrder(edge: ResolvedEdge, { out, isOrder }: Boundary): boolean {
  const isBranch = isOrder(edge) && edge.targetPort?.dataType !== 'trigger'
  const hasPlain = out.some((other) => other.target === edge.target && !isOrder(other))
  return isBranch && hasPlain && edge.target.ports?.inputs.has('trigger') === true
}

/** The ports for everything at once are hidden: the call has a port for each value. */
const HIDDEN_PORTS = {
  inputs: [{ id: 'inputs', exposed: false }],
  outputs: [
    { id: 'outputs', exposed: false },
    { id: 'execution_id', exposed: false },
    { id: 'tool', exposed: false },
  ],
}

function cornerOf(nodes: readonly WorkflowNode[]): { left: number; right: number; top: number } {
  const xs = nodes.map(({ position }) => position?.x ?? 0)
  const ys = nodes.map(({ position }) => position?.y ?? 0)
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys) }
}

/** Edges, each pair of ports once. */
class Edges {
  readonly #all: WorkflowEdge[] = []
  readonly #ids = new Set<string>()
  readonly #added = new Set<string>()

  get all(): readonly WorkflowEdge[] {
    return this.#all
  }

  keep(edge: WorkflowEdge): void {
    this.#all.push(edge)
    this.#ids.add(edge.id)
  }

  add(source: string, output: string, target: string, input: string): void {
    const sourceHandle = printHandle({ node: source, port: output }, 'output')
    const targetHandle = printHandle({ node: target, port: input }, 'input')
    const key = `${sourceHandle}\n${targetHandle}`
    if (this.#added.has(key)) return
    this.#added.add(key)
    const id = freeEdgeId(`xy-edge__${source}${sourceHandle}-${target}${targetHandle}`, this.#ids)
    this.keep({ id, source, target, sourceHandle, targetHandle, type: 'default' })
  }
}
