/**
 * Compiles a flow to a sequential plan. Each node keeps its component, its ports are the titles of its properties, and
 * its label is its name in the status of the flow. A canvas workflow cannot represent cycles, nor secrets and values
 * that only the document contains.
 */
import { NEXT_BRANCH, type Plan, type PlanEdge, type PlanNode } from '@millrace/model'
import {
  type ControlEdge,
  type DataEdge,
  type Flow,
  type FlowNodeComponent,
  NEXT,
  type Property,
} from './components.ts'
import { dataEdgesOf } from './data-flow.ts'
import { uniqueNames } from './names.ts'
import { flowInputs, inputsOf, outputsOf, type Registry } from './ports.ts'
import { typeIdOf } from './workflow/draw-node.ts'
import { COMPONENT_SETTING } from './workflow/node-component.ts'
import { nodeIds } from './workflow/node-ids.ts'

/** Default limit of node visits, including those of nested flows. */
const MAX_VISITS = 1000
/** Maximum nesting depth of flows. */
export const MAX_FLOW_DEPTH = 32
/** Default turn limit of agents in flows. */
const MAX_TURNS = 25

export function compileFlow(flow: Flow, registry: Registry = {}): Plan {
  const numbers = new Map(flow.nodes.map(({ id }, at) => [id, at]))
  const names = uniqueNames(flow)
  const ids = nodeIds(flow)
  const nodes = flow.nodes.map((node): PlanNode => {
    const id = ids.get(node.id) ?? node.id
    return planNode(resolved(node, flow, registry), { flow, id, label: names.get(node.id) ?? node.name })
  })
  const join = (from: string, to: string, edge: Omit<PlanEdge, 'from' | 'to' | 'level'>): PlanEdge[] => {
    const [source, target] = [numbers.get(from), numbers.get(to)]
    return source === undefined || target === undefined ? [] : [{ from: source, to: target, ...edge, level: -1 }]
  }
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  // Of several connections of one branch, the last one applies.
  const ways = new Map(flow.controlFlow.map((edge) => [JSON.stringify([edge.fromNode, branchOf(edge)]), edge]))
  return {
    nodes,
    edges: [
      ...[...ways.values()].flatMap((edge) => join(edge.fromNode, edge.toNode, controlEdge(edge, byId))),
      ...dataEdgesOf(flow, registry).flatMap((edge) => join(edge.sourceNode, edge.destinationNode, dataEdge(edge))),
    ],
    loops: [],
    tools: [],
    walk: { start: numbers.get(flow.startNode) ?? 0, maxSteps: MAX_VISITS },
  }
}

/** The component with the ports that the flow and the registry define. */
function resolved(node: FlowNodeComponent, flow: Flow, registry: Registry): FlowNodeComponent {
  if (node.id === flow.startNode && node.kind === 'start') {
    const inputs = launchInputs(flow)
    return { ...node, inputs, outputs: inputs }
  }
  if (node.kind !== 'agent' && node.kind !== 'tool') return node
  return { ...node, inputs: inputsOf(node, registry), outputs: outputsOf(node, registry) }
}

/** The launch inputs of a flow; defaults of the start node apply where the flow has none. */
export function launchInputs(flow: Flow): readonly Property[] {
  const start = flow.nodes.find(({ id }) => id === flow.startNode)
  const own = new Map((start?.inputs ?? start?.outputs ?? []).map((one) => [one.title, one.default]))
  return flowInputs(flow).map((one) => {
    const fallback = own.get(one.title)
    return one.default !== undefined || fallback === undefined ? one : { ...one, default: fallback }
  })
}

interface Place {
  readonly flow: Flow
  readonly id: string
  readonly label: string
}

function planNode(component: FlowNodeComponent, { flow, id, label }: Place): PlanNode {
  const { kind } = component
  return {
    id,
    type: typeIdOf(component),
    label,
    config: {
      [COMPONENT_SETTING]: component,
      ...(kind === 'end' && flow.outputs ? { flow_outputs: flow.outputs } : {}),
      ...(kind === 'agent' ? { max_turns: MAX_TURNS } : {}),
    },
    inputs: kind === 'start' ? [] : inputsOf(component).map(({ title }) => ({ id: title, dataType: 'mixed' })),
    loop: -1,
    heads: -1,
    join: 'all',
    hasErrorEdge: false,
    ...(component.id === flow.startNode ? { trigger: 'start' } : {}),
    ...(kind === 'end' ? { givesOutputs: true } : {}),
  }
}

function branchOf({ fromBranch }: ControlEdge): string {
  return fromBranch ?? NEXT
}

type EdgeParts = Omit<PlanEdge, 'from' | 'to' | 'level'>

function controlEdge(edge: ControlEdge, byId: ReadonlyMap<string, FlowNodeComponent>): EdgeParts {
  const kind = byId.get(edge.fromNode)?.kind
  const fromPort = portOf(branchOf(edge), kind)
  return { fromPort, toPort: 'trigger', kind: 'trigger', fromType: 'trigger', toType: 'trigger' }
}

/** Nodes without a choice continue through their trigger port; the others take a branch by name. */
function portOf(branch: string, kind: FlowNodeComponent['kind'] | undefined): string {
  if (branch !== NEXT || kind === 'branching') return branch
  return kind === 'flow' || kind === 'catch_exception' ? NEXT_BRANCH : 'trigger'
}

function dataEdge({ sourceOutput, destinationInput }: DataEdge): EdgeParts {
  return { fromPort: sourceOutput, toPort: destinationInput, kind: 'data', fromType: 'mixed', toType: 'mixed' }
}
