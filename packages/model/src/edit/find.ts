/** Resolves the words of a command: nodes, types, ports. Rejects unknown ones with the nearest spelling. */
import type { Catalogue } from '../catalogue.ts'
import { type NodePorts, outputNamed, portsOf } from '../node-ports.ts'
import type { NodeType } from '../node-type.ts'
import { type PortRef, parseHandle } from '../ports/handle.ts'
import type { NodePort } from '../ports/port.ts'
import { typeCopyIn } from '../workflow/type-copies.ts'
import {
  configOf,
  type Graph,
  nameOf,
  nodeTypeIdOf,
  short,
  type WorkflowEdge,
  type WorkflowNode,
} from '../workflow/workflow.ts'
import { type EditCode, refuse } from './edit-problem.ts'
import { nearestTo } from './nearest.ts'

/** The id itself, otherwise the only one that ends in it after a dot: `llm_node.1` finds `agentspec.llm_node.1`. */
function meantBy(given: string, ids: readonly string[], { code, what }: { code: EditCode; what: string }): string {
  if (ids.includes(given)) return given
  const ending = ids.filter((id) => id.endsWith(`.${given}`))
  if (ending.length > 1) {
    const some = ending.slice(0, 5).map((id) => `"${short(id)}"`)
    return refuse(code, `"${short(given)}" could be each of ${some.join(', ')}; write the whole id`)
  }
  return ending[0] ?? refuse(code, `There is no ${what} "${short(given)}"`, nearestTo(given, ids))
}

/** The node with an id, or with an id that ends in it. */
export function nodeNamed({ nodes }: Pick<Graph, 'nodes'>, given: string): WorkflowNode {
  const exact = nodes.find((node) => node.id === given)
  if (exact !== undefined) return exact
  const ids = nodes.map((node) => node.id)
  const id = meantBy(given, ids, { code: 'NODE_NOT_FOUND', what: 'node' })
  return nodes.find((node) => node.id === id) ?? refuse('NODE_NOT_FOUND', `There is no node "${short(given)}"`)
}

/** The node type with an id, or with an id that ends in it. */
export function typeNamed(catalogue: Catalogue, given: string): NodeType {
  const exact = catalogue.types.get(given)
  if (exact !== undefined) return exact
  const id = meantBy(given, [...catalogue.types.keys()], { code: 'NODE_TYPE_NOT_FOUND', what: 'node type' })
  return catalogue.types.get(id) ?? refuse('NODE_TYPE_NOT_FOUND', `There is no node type "${short(given)}"`)
}

/** Whether a word is the name of a node type. */
export function isTypeName(catalogue: Catalogue, given: string): boolean {
  if (catalogue.types.has(given)) return true
  let ending = 0
  for (const id of catalogue.types.keys()) if (id.endsWith(`.${given}`)) ending++
  return ending === 1
}

/** The type of a node from the catalogue; if the catalogue does not have it, from the copy in the node. */
export function typeOfNode(node: WorkflowNode, catalogue: Catalogue): NodeType | undefined {
  const known = catalogue.types.get(nodeTypeIdOf(node))
  if (known !== undefined) return known
  return typeCopyIn(node)
}

/** The current ports of a node, with branches and dynamic ones; undefined if its type is unknown. */
export function portsOfNode(node: WorkflowNode, catalogue: Catalogue): NodePorts | undefined {
  const type = typeOfNode(node, catalogue)
  return type && portsOf(type, configOf(node))
}

const SIDES = {
  output: { list: 'outputs', other: 'inputs', otherName: 'input' },
  input: { list: 'inputs', other: 'outputs', otherName: 'output' },
} as const

/** A port of one side of a node. */
export function portNamed(node: WorkflowNode, id: string, side: 'input' | 'output', catalogue: Catalogue): NodePort {
  const ports = portsOfNode(node, catalogue)
  if (ports === undefined) {
    return refuse('NODE_TYPE_NOT_FOUND', `Node ${nameOf(node)} has an unknown type, so its ports are not known`)
  }
  const { list, other, otherName } = SIDES[side]
  const port = side === 'output' ? outputNamed(ports, id) : ports.inputs.get(id)
  if (port !== undefined) return port
  const nearest = nearestTo(id, ports[list].keys())
  if (ports[other].has(id)) {
    return refuse(
      'INVALID_CONNECTION',
      `"${short(id)}" of node ${nameOf(node)} is an ${otherName}, not an ${side}`,
      nearest,
    )
  }
  const has = [...ports[list].keys()].slice(0, 12).join(', ') || 'none'
  return refuse('PORT_NOT_FOUND', `Node ${nameOf(node)} has no ${side} "${short(id)}" (it has: ${has})`, nearest)
}

/** The two port ids of an edge; empty if its handle has none. */
export function portIdsOf(edge: WorkflowEdge): { source: string; target: string } {
  return {
    source: parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? '',
    target: parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? '',
  }
}

/** An edge as it is written in a line. */
export function edgeName(edge: WorkflowEdge): string {
  const ports = portIdsOf(edge)
  return `${short(edge.source)}:${short(ports.source)} to ${short(edge.target)}:${short(ports.target)}`
}

/** The edges from one port to another, at least one; rejects if there is none. */
export function edgesBetween(
  graph: Graph,
  { source, target }: { readonly source: PortRef; readonly target: PortRef },
): readonly [WorkflowEdge, ...WorkflowEdge[]] {
  const [from, to] = [nodeNamed(graph, source.node).id, nodeNamed(graph, target.node).id]
  const between = graph.edges.filter((edge) => edge.source === from && edge.target === to)
  const [first, ...more] = between.filter((edge) => {
    const ports = portIdsOf(edge)
    return ports.source === source.port && ports.target === target.port
  })
  if (first !== undefined) return [first, ...more]
  const other = between[0]
  const message = `There is no connection ${from}:${source.port} to ${to}:${target.port}`
  return refuse('EDGE_NOT_FOUND', message, other && edgeName(other))
}
