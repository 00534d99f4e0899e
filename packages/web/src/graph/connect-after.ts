/** Chooses the ports that connect a new node to the node it was added after. Pure. */
import { branchesOf, configOf, type NodePort, parseHandle, portsOf } from '@millrace/model'
import { checkConnection, type End } from './connection-check.ts'
import type { InsertContext } from './insert-on-edge.ts'
import { isAnnotation, typeOf } from './node-look.ts'

export interface Join {
  readonly source: End
  readonly target: End
}

/** Category of nodes that ask people. Their message is set in the node, so only a trigger is connected to them. */
const QUESTION_CATEGORY = 'interrupts'
/**
 * Category of tools. A tool that is added after an agent is connected as its tool; other nodes can also just follow it.
 */
const TOOL_CATEGORY = 'tools'

/** Rank of an output for an input, lower is better; undefined if they should not be connected. */
function rankOf(output: NodePort, input: NodePort, { doesAsk, isFirst }: Place): number | undefined {
  const isSame = output.dataType === input.dataType
  if (input.required) return isSame ? 0 : 1
  if (doesAsk) return undefined
  if (isSame && (isFirst || output.id === input.id)) return 2
  const isAny = input.dataType === 'mixed' || output.dataType === 'mixed'
  return isFirst && isAny ? 3 : undefined
}

interface Place {
  readonly doesAsk: boolean
  /** An optional input is connected only if it is the first. */
  readonly isFirst: boolean
}

/** The connection between a new node and the node before it, or, for a tool, the agent that uses it. */
export function connectAfter(before: string, added: string, context: InsertContext): Join | undefined {
  const { graph, catalogue, rules } = context
  const [first, second] = [before, added].map((id) => {
    const node = graph.nodes.find((one) => one.id === id)
    const type = node && typeOf(node, catalogue.types)
    if (node === undefined || type === undefined || isAnnotation(node, catalogue.types)) return undefined
    const ports = portsOf(type, configOf(node))
    const shown = (list: Iterable<NodePort>) => [...list].filter((port) => port.exposedByDefault !== false)
    const branches = new Set(branchesOf(type, configOf(node)).map(({ name }) => name))
    return { type, branches, inputs: shown(ports.inputs.values()), outputs: shown(ports.outputs.values()) }
  })
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
  const takes = second.inputs.filter(({ dataType, id }) => dataType !== 'trigger' && id !== 'loop_back')
  if (takes.length === 0 && second.outputs.some(isData)) return undefined
  const joins = first.outputs.filter(isData).flatMap((output) =>
    takes.flatMap((input) => {
      const rank = rankOf(output, input, {
        doesAsk: second.type.category === QUESTION_CATEGORY,
        isFirst: input === takes[0],
      })
      const join = { source: { node: before, port: output.id }, target: { node: added, port: input.id } }
      // Prefer ports of the same name.
      const byName = output.id === input.id ? 0 : 0.5
      return rank !== undefined && isOpen(join) ? [{ rank: rank + byName, join }] : []
    }),
  )
  const data = joins.sort((a, b) => a.rank - b.rank)[0]?.join
  if (data !== undefined) return data
  // Branches are used in order: take the first one without a connection.
  const used = new Set(
    graph.edges
      .filter((edge) => edge.source === before)
      .map((edge) => parseHandle(edge.sourceHandle ?? '', before, 'output')),
  )
  const branches = first.outputs.filter(({ id }) => first.branches.has(id))
  const way = branches.find(({ id }) => !used.has(id)) ?? first.outputs.find(({ id }) => id === 'trigger')
  const hasOrder = second.inputs.some(({ id }) => id === 'trigger')
  const order = way && { source: { node: before, port: way.id }, target: { node: added, port: 'trigger' } }
  return order && hasOrder && isOpen(order) ? order : undefined
}

function isData({ id, dataType }: NodePort): boolean {
  return id !== 'error' && dataType !== 'trigger' && dataType !== 'tool'
}
