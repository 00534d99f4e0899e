/**
 * Restores nodes and edges of a workflow that was exported before. A flow stores the canvas node of every component
 * with a fingerprint of the component; if they still match, the canvas node is used.
 */
import { type Catalogue, isObject, type WorkflowEdge, type WorkflowNode } from '@millrace/model'
import { writeSimpleNode } from '../codec/write-simple.ts'
import type { Flow, FlowNodeComponent } from '../components.ts'
import { type Notes, quoted } from '../notes.ts'
import type { DrawnNode } from './draw-node.ts'
import { fingerprint, saved } from './saved-metadata.ts'

interface Restoring {
  readonly catalogue: Catalogue
  readonly notes: Notes
  /** Ids of the components whose nodes were restored; `restoredNode` adds to it. */
  readonly restored: Set<string>
}

/** The content of a component without our metadata. */
export function printOf(component: FlowNodeComponent): string {
  const { metadata: _, ...fields } = writeSimpleNode(component)
  return fingerprint(fields)
}

/** The structure of the nodes of a flow, ignoring edge names. */
export function structureOf(flow: Flow): string {
  return fingerprint({
    nodes: flow.nodes.map((node) => node.id),
    control: flow.controlFlow.map((edge) => [edge.fromNode, edge.fromBranch ?? 'next', edge.toNode]),
    data:
      flow.dataFlow?.map((edge) => [edge.sourceNode, edge.sourceOutput, edge.destinationNode, edge.destinationInput]) ??
      0,
  })
}

/** The original node of a component, if it is unchanged. */
export function restoredNode(
  component: FlowNodeComponent,
  drawn: DrawnNode,
  { catalogue, notes, restored }: Restoring,
): DrawnNode | undefined {
  const before = saved(component.metadata, 'node')
  const typeId = saved(component.metadata, 'node_type_id')
  if (!isObject(before) || typeof typeId !== 'string') return undefined
  const type = catalogue.types.get(typeId)
  if (type === undefined || saved(component.metadata, 'print') !== printOf(component)) {
    notes.warn(`Node ${quoted(component.name)} was changed since its export: it becomes an Agent Spec node`)
    return undefined
  }
  const data = isObject(before.data) ? before.data : {}
  const node = {
    ...before,
    id: drawn.node.id,
    ...(drawn.node.position ? { position: drawn.node.position } : {}),
    data: { ...data, metadata: { ...type } },
  } as WorkflowNode
  const renamed = saved(component.metadata, 'ports')
  const ports = isObject(renamed) ? renamed : {}
  const idOf = (side: unknown, title: string) =>
    isObject(side) && typeof side[title] === 'string' ? side[title] : title
  restored.add(component.id)
  return {
    node,
    ports: {
      inputs: new Map([...drawn.ports.inputs.keys()].map((title) => [title, idOf(ports.inputs, title)])),
      outputs: new Map([...drawn.ports.outputs.keys()].map((title) => [title, idOf(ports.outputs, title)])),
      branches: drawn.ports.branches,
    },
  }
}

/** The original edges and canvas-only nodes, if the structure of the flow is unchanged. */
export function restoredEdges(
  flow: Flow,
  drawn: ReadonlyMap<string, DrawnNode>,
  { catalogue, notes, restored }: Restoring,
): { nodes: WorkflowNode[]; edges: WorkflowEdge[] } | undefined {
  const canvas = saved(flow.metadata, 'canvas')
  if (!isObject(canvas)) return undefined
  const folded = isObject(canvas.folded) ? canvas.folded : {}
  const isWhole = flow.nodes.every(
    (node) =>
      (!saved(node.metadata, 'node') || restored.has(node.id)) &&
      (!Object.hasOwn(folded, node.id) || folded[node.id] === printOf(node)),
  )
  if (canvas.structure !== structureOf(flow) || !isWhole) {
    notes.warn('The flow was changed since its export: notes and edges of the workflow are not restored')
    return undefined
  }
  const added = new Set([...(Array.isArray(canvas.added) ? canvas.added : []), ...Object.keys(folded)])
  const byId = new Map([...drawn].filter(([id]) => !added.has(id)).map(([, one]) => [one.node.id, one.node]))
  for (const one of Array.isArray(canvas.others) ? canvas.others : []) {
    if (isObject(one) && typeof one.id === 'string') byId.set(one.id, withType(one, catalogue))
  }
  const order = Array.isArray(canvas.order) ? canvas.order : []
  const inOrder = order.flatMap((id) => byId.get(String(id)) ?? [])
  const edges = Array.isArray(canvas.edges) ? (canvas.edges as WorkflowEdge[]) : []
  if (inOrder.length !== byId.size) return undefined
  return { nodes: inOrder, edges }
}

/** A stored node with its type record added again. */
function withType(one: Record<string, unknown>, catalogue: Catalogue): WorkflowNode {
  const data = isObject(one.data) ? one.data : {}
  const type = typeof one.node_type_id === 'string' ? catalogue.types.get(one.node_type_id) : undefined
  const { node_type_id: _, ...node } = one
  return {
    ...node,
    data: { ...data, ...(type ? { metadata: { ...type } } : {}) },
  } as unknown as WorkflowNode
}
