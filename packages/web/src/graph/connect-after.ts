/** Chooses the ports that connect a new node to the node it was added after: values first, order last. Pure. */
import {
  branchesOf,
  configOf,
  DEFAULT_DATA_TYPE,
  type NodePort,
  parseHandle,
  portsOf,
  templateKeysOf,
} from '@millrace/model'
import { checkConnection, type End, portOf } from './connection-check.ts'
import type { InsertContext } from './insert-on-edge.ts'
import { isAnnotation, typeOf } from './node-look.ts'
import { bestValueConnection, isValuePort, openInputs, sentAs } from './value-connection.ts'

export interface Join {
  readonly source: End
  readonly target: End
  /** True if it only sets the order, because no output has a value that an input takes. */
  readonly isOrderOnly?: boolean
}

/**
 * Category of tools. A tool that is added after an agent is connected as its tool; other nodes can also just follow it.
 */
const TOOL_CATEGORY = 'tools'

/** The connection between a new node and the node before it, or, for a tool, the agent that uses it. */
export function connectAfter(before: string, added: string, context: InsertContext): Join | undefined {
  const { graph, catalogue, rules } = context
  const [first, second] = [before, added].map((id) => nodeWithPorts(id, context))
  if (first === undefined || second === undefined) return undefined
  const isOpen = ({ source, target }: Join) =>
    checkConnection(source, target, { graph, types: catalogue.types, rules }).ok
  const tool = second.outputs.find((port) => port.dataType === 'tool')
  const agentPort = first.inputs.find((port) => port.dataType === 'tool')
  if (second.type.category === TOOL_CATEGORY && tool !== undefined && agentPort !== undefined) {
    const join = { source: { node: added, port: tool.id }, target: { node: before, port: agentPort.id } }
    return isOpen(join) ? join : undefined
  }
  // Nodes without data inputs, such as input nodes, are not connected.
  if (!second.inputs.some(isValuePort) && !second.hasTemplate && second.outputs.some(isValuePort)) return undefined
  const inputs = openInputs(second.inputs, second.node, second.type, graph)
  const branch = freeBranch(first.branches, before, context)
  // Values of the node itself come before the value that its branches pass on.
  const offers = [first.outputs.filter(isValuePort), branch === undefined ? [] : [branch]]
  for (const outputs of offers) {
    const sent = outputs.map((port) => sentAs(port, before, { graph, types: catalogue.types }))
    const found = bestValueConnection(sent, inputs, rules)
    const join = found && {
      source: { node: before, port: found.output.id },
      target: { node: added, port: found.input.id },
    }
    if (join !== undefined && isOpen(join)) return join
  }
  const way = branch ?? first.outputs.find(({ id }) => id === 'trigger')
  const hasOrder = second.inputs.some(({ id }) => id === 'trigger')
  const order = way && { source: { node: before, port: way.id }, target: { node: added, port: 'trigger' } }
  return order && hasOrder && isOpen(order) ? { ...order, isOrderOnly: true } : undefined
}

function nodeWithPorts(id: string, { graph, catalogue }: InsertContext) {
  const node = graph.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  if (node === undefined || type === undefined || isAnnotation(node, catalogue.types)) return undefined
  const ports = portsOf(type, configOf(node))
  const shown = (list: Iterable<NodePort>) => [...list].filter((port) => port.exposedByDefault !== false)
  const names = new Set(branchesOf(type, configOf(node)).map(({ name }) => name))
  const outputs = shown(ports.outputs.values())
  return {
    node,
    type,
    branches: outputs.filter((port) => names.has(port.id)),
    hasTemplate: templateKeysOf(type).length > 0,
    inputs: shown(ports.inputs.values()),
    outputs,
  }
}

/** Branches are used in order: the first one without a connection. */
function freeBranch(branches: readonly NodePort[], node: string, { graph }: InsertContext): NodePort | undefined {
  const used = new Set(
    graph.edges
      .filter((edge) => edge.source === node)
      .map((edge) => parseHandle(edge.sourceHandle ?? '', node, 'output')),
  )
  return branches.find(({ id }) => !used.has(id))
}

/** The output that a node is about, or its next free branch. */
export function mainOutput(node: string, context: InsertContext): string | undefined {
  const found = nodeWithPorts(node, context)
  if (found === undefined) return undefined
  // Any input shows which output is chosen for it.
  const any: NodePort = { id: '', name: '', type: 'input', dataType: DEFAULT_DATA_TYPE }
  const best = bestValueConnection(found.outputs.filter(isValuePort), [any], context.rules)
  return (best?.output ?? freeBranch(found.branches, node, context))?.id
}

/** The connection of a new node to an end that was dragged onto the canvas. */
export function looseConnection(
  added: string,
  from: End & { readonly direction: 'input' | 'output' },
  context: InsertContext,
): Join | undefined {
  const { graph, catalogue, rules } = context
  const found = nodeWithPorts(added, context)
  const origin = portOf(graph, from, from.direction === 'output' ? 'outputs' : 'inputs', catalogue.types)
  if (found === undefined || origin === undefined) return undefined
  const isOut = from.direction === 'output'
  const end = { node: from.node, port: from.port }
  const joinOf = (port: string): Join =>
    isOut ? { source: end, target: { node: added, port } } : { source: { node: added, port }, target: end }
  const isOpen = ({ source, target }: Join) =>
    checkConnection(source, target, { graph, types: catalogue.types, rules }).ok
  const own = isOut ? found.inputs : found.outputs
  const isOrder = origin.dataType === 'trigger' && origin.carries === undefined
  const values = isOrder ? [] : own.filter((port) => isValuePort(port) && isOpen(joinOf(port.id)))
  const open = isOut ? openInputs(values, found.node, found.type, graph) : values
  const sent = isOut ? sentAs(origin, from.node, { graph, types: catalogue.types }) : origin
  const best = isOut
    ? (bestValueConnection([sent], open, rules) ?? bestValueConnection([sent], values, rules))?.input
    : bestValueConnection(values, [sent], rules)?.output
  const branch = isOut || isOrder ? undefined : freeBranch(found.branches, added, context)
  const other = own.find((port) => port.dataType === origin.dataType && isOpen(joinOf(port.id)))
  const order = own.find((port) => port.id === 'trigger' && isOpen(joinOf(port.id)))
  const chosen = best ?? (branch && isOpen(joinOf(branch.id)) ? branch : undefined) ?? other ?? order
  if (chosen === undefined) return undefined
  const join = joinOf(chosen.id)
  return chosen.dataType === 'trigger' && chosen.carries === undefined && !isOrder && origin.dataType !== 'tool'
    ? { ...join, isOrderOnly: true }
    : join
}
