/** A flow made ready to be walked: who comes next, who feeds whom, what each node takes and gives. Made once for every flow of a run. */
import { NodeFailure } from '@millrace/model'
import { type DataEdge, type Flow, type FlowNodeComponent, NEXT, type Property } from '../components.ts'
import { dataEdgesOf } from '../data-flow.ts'
import { uniqueNames } from '../names.ts'
import { inputsOf, outputsOf, type Registry } from '../ports.ts'

export interface Compiled {
  readonly flow: Flow
  readonly start: FlowNodeComponent
  nameOf(node: FlowNodeComponent): string
  /** The node behind a branch; throws where nothing is. */
  next(node: FlowNodeComponent, branch: string): FlowNodeComponent
  feeds(node: FlowNodeComponent): readonly DataEdge[]
  inputs(node: FlowNodeComponent): readonly Property[]
  outputs(node: FlowNodeComponent): readonly Property[]
}

export function compile(flow: Flow, registry: Registry): Compiled {
  const byId = new Map(flow.nodes.map((node) => [node.id, node]))
  const names = uniqueNames(flow)
  const start = byId.get(flow.startNode)
  if (start === undefined) throw new NodeFailure('INVALID_FLOW', `The flow "${flow.name}" has no start node.`)
  const control = new Map(flow.controlFlow.map((edge) => [keyOf(edge.fromNode, edge.fromBranch ?? NEXT), edge.toNode]))
  const data = Map.groupBy(dataEdgesOf(flow, registry), (edge) => edge.sourceNode)
  const inputs = new Map(flow.nodes.map((node) => [node.id, inputsOf(node, registry)]))
  const outputs = new Map(flow.nodes.map((node) => [node.id, outputsOf(node, registry)]))
  const nameOf = (node: FlowNodeComponent) => names.get(node.id) ?? node.name
  return {
    flow,
    start,
    nameOf,
    next(node, branch) {
      const to = byId.get(control.get(keyOf(node.id, branch)) ?? '')
      if (to !== undefined) return to
      throw new NodeFailure('NO_NEXT_NODE', `Nothing follows the branch "${branch}" of "${nameOf(node)}".`)
    },
    feeds: (node) => data.get(node.id) ?? [],
    inputs: (node) => inputs.get(node.id) ?? [],
    outputs: (node) => outputs.get(node.id) ?? [],
  }
}

function keyOf(node: string, branch: string): string {
  return JSON.stringify([node, branch])
}
