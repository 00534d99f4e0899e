/** A workflow's graph with the type and ports of every node and the ports of every edge, resolved once for all rules. */
import type { Catalogue } from '../catalogue.ts'
import { isAnnotationType } from '../extensions.ts'
import { type NodePorts, outputNamed, portsOf } from '../node-ports.ts'
import type { NodeType } from '../node-type.ts'
import { parseHandle } from '../ports/handle.ts'
import { LOOP_BACK, type NodePort } from '../ports/port.ts'
import { configOf, type Graph, nodeTypeIdOf, type WorkflowEdge, type WorkflowNode } from '../workflow/workflow.ts'

export interface ResolvedNode {
  readonly node: WorkflowNode
  readonly at: number
  readonly config: Readonly<Record<string, unknown>>
  /** Undefined if the catalogue does not have the type. */
  readonly type: NodeType | undefined
  /** Why its type is missing, if the catalogue knows it. */
  readonly whyMissing?: string
  readonly ports: NodePorts | undefined
  /** Incoming edges by input port, and outgoing edges by output port, without those of nodes that never run. */
  readonly arriving: Map<string, ResolvedEdge[]>
  readonly leaving: Map<string, ResolvedEdge[]>
}

export interface ResolvedEdge {
  readonly edge: WorkflowEdge
  readonly source: ResolvedNode
  readonly target: ResolvedNode
  readonly sourcePortId: string
  readonly targetPortId: string
  readonly sourcePort: NodePort | undefined
  readonly targetPort: NodePort | undefined
}

export interface ResolvedGraph {
  readonly nodes: readonly ResolvedNode[]
  readonly edges: readonly ResolvedEdge[]
}

export { LOOP_BACK }

/** Resolves a graph. Ignores edges whose ends do not exist: `graphProblems` reports them. */
export function resolveGraph(graph: Graph, catalogue: Catalogue): ResolvedGraph {
  const nodes = graph.nodes.map((node, at) => resolveNode(node, at, catalogue))
  const byId = new Map(nodes.map((one) => [one.node.id, one]))
  const edges: ResolvedEdge[] = []
  for (const edge of graph.edges) {
    const source = byId.get(edge.source)
    const target = byId.get(edge.target)
    if (source === undefined || target === undefined) continue
    const sourceId = parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? ''
    const sourcePort = source.ports && outputNamed(source.ports, sourceId)
    const sourcePortId = sourcePort?.id ?? sourceId
    const targetPortId = parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? ''
    const resolved = {
      edge,
      source,
      target,
      sourcePortId,
      targetPortId,
      sourcePort,
      targetPort: target.ports?.inputs.get(targetPortId),
    }
    edges.push(resolved)
    // Annotations neither send nor receive values: such a connection is a plan for later.
    if (isAnnotation(source) || isAnnotation(target)) continue
    push(source.leaving, sourcePortId, resolved)
    push(target.arriving, targetPortId, resolved)
  }
  return { nodes, edges }
}

function resolveNode(node: WorkflowNode, at: number, catalogue: Catalogue): ResolvedNode {
  const typeId = nodeTypeIdOf(node)
  const type = catalogue.types.get(typeId)
  const config = configOf(node)
  const ports = type && portsOf(type, config)
  const whyMissing = type === undefined ? catalogue.whyMissing?.(typeId) : undefined
  return {
    ...{ node, at, config, type, ports, arriving: new Map(), leaving: new Map() },
    ...(whyMissing !== undefined && { whyMissing }),
  }
}

function push(map: Map<string, ResolvedEdge[]>, key: string, edge: ResolvedEdge): void {
  const list = map.get(key)
  if (list) list.push(edge)
  else map.set(key, [edge])
}

/** Whether a node is drawn only and never runs. */
export function isAnnotation({ type }: ResolvedNode): boolean {
  return isAnnotationType(type)
}

/** Whether a node is a tool of an agent: its inputs are then arguments, and need not be connected. */
export function isUsedAsTool({ leaving }: ResolvedNode): boolean {
  return [...leaving.values()].some((edges) => edges.some((edge) => edge.sourcePort?.dataType === 'tool'))
}
