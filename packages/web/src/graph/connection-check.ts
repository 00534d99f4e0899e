/** Checks whether two ports can be connected, with the reason if not. Applies the rules of the `connect` command. */
import {
  configOf,
  type Graph,
  LOOP_BACK,
  leadsTo,
  type NodePort,
  type NodeType,
  outputNamed,
  parseHandle,
  portsOf,
  type WorkflowNode,
} from '@millrace/model'
import { typeOf } from './node-look.ts'
import type { ConnectionResult, PortRules } from './port-rules.ts'

export interface End {
  readonly node: string
  readonly port: string
}

export interface CheckContext {
  readonly graph: Graph
  readonly types: ReadonlyMap<string, NodeType>
  readonly rules: PortRules
}

/** Checks a connection from an output to an input. */
export function checkConnection(source: End, target: End, { graph, types, rules }: CheckContext): ConnectionResult {
  if (source.node === target.node) return { ok: false, reason: { code: 'itself' } }
  const from = portOf(graph, source, 'outputs', types)
  const to = portOf(graph, target, 'inputs', types)
  if (from === undefined || to === undefined) return { ok: false, reason: { code: 'noPort' } }
  const result = rules.checkPorts(from, to)
  if (!result.ok) return result
  const isThere = graph.edges.some(
    (edge) =>
      edge.source === source.node &&
      edge.target === target.node &&
      parseHandle(edge.sourceHandle ?? '', edge.source, 'output') === source.port &&
      parseHandle(edge.targetHandle ?? '', edge.target, 'input') === target.port,
  )
  if (isThere) return { ok: false, reason: { code: 'already' } }
  if (target.port !== LOOP_BACK && leadsTo(graph, target.node, source.node)) {
    return { ok: false, reason: { code: 'cycle' } }
  }
  return result
}

/** A port of a node of the graph. */
export function portOf(
  graph: Graph,
  end: End,
  side: 'inputs' | 'outputs',
  types: ReadonlyMap<string, NodeType>,
): NodePort | undefined {
  const node = graph.nodes.find((one) => one.id === end.node)
  return node && portOfNode(node, { port: end.port, side }, types)
}

export function portOfNode(
  node: WorkflowNode,
  { port, side }: { port: string; side: 'inputs' | 'outputs' },
  types: ReadonlyMap<string, NodeType>,
): NodePort | undefined {
  const type = typeOf(node, types)
  if (type === undefined) return undefined
  const ports = portsOf(type, configOf(node))
  return side === 'outputs' ? outputNamed(ports, port) : ports.inputs.get(port)
}
