/**
 * Putting a node into what is there. A node that hands a value on takes over the connection; one that goes ways (a
 * question, a condition) lets the value pass by and holds back what comes behind it.
 */
import type { WorkflowEdge } from '@millrace/model'
import type { Draft } from '../draft.ts'
import {
  bestPair,
  isGateway,
  portsOfNode,
  sourcePortOf,
  targetPortOf,
  typeOf,
  valueInputs,
  valueOutputs,
} from './ports.ts'

function isTrigger(draft: Draft, edge: WorkflowEdge): boolean {
  const target = draft.node(edge.target)
  return (
    target !== undefined && portsOfNode(target, draft.catalogue).inputs.get(targetPortOf(edge))?.dataType === 'trigger'
  )
}

/** Whether a node can stand in a connection: it takes a value and gives one. */
export function passesOn(draft: Draft, id: string): boolean {
  const node = draft.node(id)
  if (node === undefined || isGateway(typeOf(node, draft.catalogue))) return false
  const ports = portsOfNode(node, draft.catalogue)
  return valueInputs(ports).length > 0 && valueOutputs(ports).length > 0
}

function holdsBack(draft: Draft, id: string): boolean {
  const node = draft.node(id)
  return node !== undefined && isGateway(typeOf(node, draft.catalogue))
}

/** The way that a gateway goes when the answer is yes. */
export function firstBranch(draft: Draft, id: string): string {
  const node = draft.node(id)
  const ports = node === undefined ? [] : [...portsOfNode(node, draft.catalogue).outputs.values()]
  const ways = ports.filter(
    (port) => port.dataType === 'trigger' && !['trigger', 'expired', 'completed'].includes(port.id),
  )
  return ways[0]?.id ?? 'trigger'
}

/** Lets what arrives at a connection go through a node instead. */
function reroute(draft: Draft, edges: readonly WorkflowEdge[], through: string): boolean {
  let isDone = false
  for (const edge of edges) {
    draft.disconnect(edge)
    const isOrder = isTrigger(draft, edge)
    if (isOrder) draft.connect(edge.source, through, { sourcePort: sourcePortOf(edge), targetPort: 'trigger' })
    else if (
      !draft.arriving(through).some((one) => one.source === edge.source && sourcePortOf(one) === sourcePortOf(edge))
    ) {
      draft.connect(edge.source, through, { sourcePort: sourcePortOf(edge) })
    }
    const way = holdsBack(draft, through) ? firstBranch(draft, through) : isOrder ? 'trigger' : undefined
    const joined = draft.connect(through, edge.target, { sourcePort: way, targetPort: targetPortOf(edge) })
    if (joined === undefined)
      draft.try({
        verb: 'connect',
        source: { node: edge.source, port: sourcePortOf(edge) },
        target: { node: edge.target, port: targetPortOf(edge) },
      })
    else isDone = true
  }
  return isDone
}

/** Holds a node back until a gateway lets it go; the value at its input is what the gateway is asked about. */
function gate(draft: Draft, gateway: string, target: string, from?: string): void {
  const orders = draft
    .arriving(target)
    .filter((edge) => isTrigger(draft, edge) && (from === undefined || edge.source === from))
  if (orders.length > 0) reroute(draft, orders, gateway)
  else draft.connect(gateway, target, { sourcePort: firstBranch(draft, gateway), targetPort: 'trigger' })
  if (draft.arriving(gateway).length > 0) return
  const value = draft
    .arriving(target)
    .find((edge) => !isTrigger(draft, edge) && (from === undefined || edge.source === from))
  if (value !== undefined) feed(draft, value.source, gateway, sourcePortOf(value))
}

/** A value for a node, or at least the order, where the value does not fit. */
function feed(draft: Draft, from: string, to: string, port?: string): void {
  const [source, target] = [draft.node(from), draft.node(to)]
  if (source === undefined || target === undefined) return
  const pair = bestPair(draft.graph, { source, target, sourcePort: port }, draft.catalogue)
  if (pair !== undefined && pair.score > 0) draft.connect(from, to, { sourcePort: port, targetPort: pair.target })
  else draft.connect(from, to, { sourcePort: 'trigger', targetPort: 'trigger' })
}

/** Between two nodes. */
export function insertBetween(draft: Draft, id: string, from: string, to: string): void {
  const edges = draft.graph.edges.filter((edge) => edge.source === from && edge.target === to)
  if (holdsBack(draft, id)) return gate(draft, id, to, edges.length > 0 ? from : undefined)
  const values = edges.filter((edge) => !isTrigger(draft, edge))
  if (passesOn(draft, id) && values.length > 0) reroute(draft, values, id)
  else if (edges.length > 0) reroute(draft, edges, id)
  else {
    feed(draft, from, id)
    feed(draft, id, to)
  }
}

/** Right after a node, or after one of its outputs: what hung there now hangs on the new one. */
export function insertAfter(draft: Draft, id: string, from: string, port?: string): void {
  const behind = draft
    .leaving(from)
    .filter(
      (edge) => edge.target !== id && !isTrigger(draft, edge) && (port === undefined || sourcePortOf(edge) === port),
    )
  if (holdsBack(draft, id)) {
    feed(draft, from, id, port)
    for (const target of new Set(behind.map((edge) => edge.target))) gate(draft, id, target, from)
  } else if (passesOn(draft, id) && behind.length > 0) reroute(draft, behind, id)
  else feed(draft, from, id, port)
}

/** Right before a node. False where its input is taken, and the new node has nothing to do with what comes there. */
export function insertBefore(draft: Draft, id: string, to: string): boolean {
  if (holdsBack(draft, id)) gate(draft, id, to)
  else {
    const arriving = draft.arriving(to)
    const values = arriving.filter((edge) => !isTrigger(draft, edge))
    if (passesOn(draft, id) && values.length > 0) reroute(draft, values.slice(0, 1), id)
    else if (arriving.length > 0 && values.length === 0) reroute(draft, arriving, id)
    else if (passesOn(draft, id)) draft.connect(id, to, { sourcePort: 'trigger', targetPort: 'trigger' })
    else if (values.length > 0) return false
    else feed(draft, id, to)
  }
  return true
}
