/** Inserting a node into a connection: chooses the ports that replace the two ends. Pure. */
import {
  type Catalogue,
  type Command,
  configOf,
  type Graph,
  type NodePort,
  type NodePorts,
  parseHandle,
  portsOf,
  type WorkflowEdge,
} from '@millrace/model'
import { checkConnection, type End, portOf } from './connection-check.ts'
import { isAnnotation, typeOf } from './node-look.ts'
import type { PortRules } from './port-rules.ts'
import { sentAs } from './value-connection.ts'

export interface InsertContext {
  readonly graph: Graph
  readonly catalogue: Catalogue
  readonly rules: PortRules
}

/** The ports of a node that receive the source of a connection and feed its target. */
export interface InsertionPorts {
  readonly source: End
  readonly target: End
  readonly input: string
  readonly output: string
}

/** The ports that insert a node into a connection; undefined if it does not fit. */
export function insertionPorts(edgeId: string, ports: NodePorts, context: InsertContext): InsertionPorts | undefined {
  const { graph, catalogue, rules } = context
  const edge = graph.edges.find((one) => one.id === edgeId)
  // Inserting a node replaces the edge.
  if (edge === undefined || edge.deletable === false) return undefined
  const { source, target } = endsOf(edge)
  const drawn = portOf(graph, source, 'outputs', catalogue.types)
  const to = portOf(graph, target, 'inputs', catalogue.types)
  if (drawn === undefined || to === undefined) return undefined
  // A branch that leads to a data port is a data connection.
  const from = to.dataType === 'trigger' ? drawn : sentAs(drawn, source.node, { graph, types: catalogue.types })
  const input = best(
    [...ports.inputs.values()],
    from.dataType,
    (port) => port.id !== 'loop_back' && isAlike(from, port) && rules.checkTypes(from.dataType, port.dataType).ok,
  )
  const output = best(
    [...ports.outputs.values()],
    to.dataType,
    (port) => port.id !== 'error' && isAlike(to, port) && rules.checkPorts(port, to).ok,
  )
  return input && output && { source, target, input: input.id, output: output.id }
}

/** The ports that insert an existing node of the canvas into a connection. */
export function insertionPortsOfNode(edgeId: string, id: string, context: InsertContext): InsertionPorts | undefined {
  const { graph, catalogue, rules } = context
  const node = graph.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  if (node === undefined || type === undefined || isAnnotation(node, catalogue.types)) return undefined
  const way = insertionPorts(edgeId, portsOf(type, configOf(node)), context)
  if (way === undefined) return undefined
  const rest = { graph: { ...graph, edges: graph.edges.filter((one) => one.id !== edgeId) }, types: catalogue.types }
  const isOpen = (from: End, to: End) => checkConnection(from, to, { ...rest, rules }).ok
  const isFree = isOpen(way.source, { node: id, port: way.input }) && isOpen({ node: id, port: way.output }, way.target)
  return isFree ? way : undefined
}

/** The commands that insert a node into a connection; the comment stays on the first half. */
export function insertion(edgeId: string, node: string, { source, target, input, output }: InsertionPorts): Command[] {
  return [
    { verb: 'remove', nodes: [], edges: [edgeId] },
    { verb: 'connect', source, target: { node, port: input }, id: edgeId },
    { verb: 'connect', source: { node, port: output }, target },
  ]
}

/** Data connections need data ports, trigger connections need trigger ports: otherwise the data would be lost. */
function isAlike(end: NodePort, port: NodePort): boolean {
  if (end.dataType === 'trigger') return port.dataType === 'trigger'
  return port.dataType !== 'trigger' || port.carries !== undefined
}

function endsOf(edge: WorkflowEdge): { source: End; target: End } {
  return {
    source: { node: edge.source, port: parseHandle(edge.sourceHandle ?? '', edge.source, 'output') ?? '' },
    target: { node: edge.target, port: parseHandle(edge.targetHandle ?? '', edge.target, 'input') ?? '' },
  }
}

/** The best port: same type first, visible ports before hidden ones. */
function best(ports: readonly NodePort[], dataType: string, isFit: (port: NodePort) => boolean): NodePort | undefined {
  const rank = (port: NodePort) => (port.dataType === dataType ? 0 : 1) + (port.exposedByDefault === false ? 2 : 0)
  return ports.filter(isFit).sort((a, b) => rank(a) - rank(b))[0]
}
