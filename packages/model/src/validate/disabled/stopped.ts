/** Which nodes never run because the nodes before them are disabled. */
import { joinOf } from '../../extensions.ts'
import { isDisabled } from '../../workflow/disabled.ts'
import { type EdgeKind, edgeKind, withJoins } from '../edge-kinds.ts'
import { isUsedAsTool, LOOP_BACK, type ResolvedEdge, type ResolvedGraph, type ResolvedNode } from '../resolved-graph.ts'
import { passingOf } from './passing.ts'

/** A drawn edge between steps. */
export interface Way {
  readonly edge: ResolvedEdge
  readonly from: number
  readonly to: number
  readonly fromPort: string
  readonly toPort: string
  readonly kind: EdgeKind
}

/** The edges between steps: those of tools and notes neither deliver nor order. */
export function waysOf({ nodes }: ResolvedGraph): Way[] {
  const ways = nodes.flatMap((node) =>
    isUsedAsTool(node) ? [] : [...node.leaving.values()].flat().filter(({ target }) => !isUsedAsTool(target)),
  )
  return withJoins(ways.map(wayOf))
}

/** An edge by the numbers of its nodes. */
export function wayOf(edge: ResolvedEdge): Way {
  return {
    edge,
    from: edge.source.at,
    to: edge.target.at,
    fromPort: edge.sourcePortId,
    toPort: edge.targetPortId,
    kind: edgeKind(edge),
  }
}

/** Whether an edge decides that its target runs, besides delivering a value. */
export function isOrder({ kind, edge }: Way): boolean {
  return kind === 'trigger' || kind === 'branch' || edge.targetPort?.dataType === 'trigger'
}

export interface Stopped {
  readonly nodes: ReadonlySet<ResolvedNode>
  readonly ways: ReadonlySet<Way>
}

/**
 * Follows the closed outputs of disabled nodes as the engine follows skipped ones: a node stops if none of its edges can
 * deliver, if none of those that set its order can, or if a required input has only such edges.
 */
export function stoppedBy({ nodes }: ResolvedGraph, ways: readonly Way[]): Stopped {
  const arriving = Map.groupBy(
    ways.filter(({ toPort }) => toPort !== LOOP_BACK),
    ({ to }) => to,
  )
  const leaving = Map.groupBy(ways, ({ from }) => from)
  const stopped = { nodes: new Set<ResolvedNode>(), ways: new Set<Way>() }
  const open: Way[] = []
  const close = (closed: readonly Way[]) => {
    for (const way of closed) {
      if (stopped.ways.has(way)) continue
      stopped.ways.add(way)
      open.push(way)
    }
  }
  const stop = (node: ResolvedNode) => {
    stopped.nodes.add(node)
    close(leaving.get(node.at) ?? [])
  }
  for (const node of nodes) {
    if (!isDisabled(node.node)) continue
    if (node.type?.category === 'triggers') stop(node)
    close((leaving.get(node.at) ?? []).filter(({ fromPort }) => passingOf(node, fromPort).kind === 'closed'))
  }
  for (let way = open.pop(); way !== undefined; way = open.pop()) {
    const { target } = way.edge
    if (!stopped.nodes.has(target) && stops(target, arriving.get(target.at) ?? [], stopped.ways)) stop(target)
  }
  return stopped
}

function stops(node: ResolvedNode, arriving: readonly Way[], closed: ReadonlySet<Way>): boolean {
  const isClosed = (way: Way) => closed.has(way)
  if (arriving.every(isClosed)) return arriving.length > 0
  if (joinOf(node.node.data?.extensions ?? {}) === 'any') return false
  const orders = arriving.filter(isOrder)
  if (orders.length > 0 && orders.every(isClosed)) return true
  // A disabled node needs no inputs.
  if (isDisabled(node.node)) return false
  for (const [port, ways] of Map.groupBy(arriving, ({ toPort }) => toPort)) {
    if (node.ports?.inputs.get(port)?.required === true && ways.every(isClosed)) return true
  }
  return false
}
