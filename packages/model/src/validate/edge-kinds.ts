/** What edges do in a run, and which of them join branches. */
import { isFailurePort } from '../node-ports.ts'
import { LOOP_BACK } from '../ports/port.ts'
import type { ResolvedEdge } from './resolved-graph.ts'

/**
 * What an edge carries: a value, only the order, a failure, or the end of an iteration. `branch` carries a value and
 * counts as a trigger: it comes from a branch, or joins such an edge from behind another branch of the same gateway.
 */
export type EdgeKind = 'data' | 'trigger' | 'branch' | 'error' | 'loop_back'

/** What an edge does: deliver a value, set the order, carry the value of a branch, deliver a failure, close a loop. */
export function edgeKind({ sourcePort, targetPort, targetPortId }: ResolvedEdge): EdgeKind {
  if (targetPortId === LOOP_BACK) return 'loop_back'
  if (sourcePort !== undefined && isFailurePort(sourcePort)) return 'error'
  if (targetPort?.dataType === 'trigger') return 'trigger'
  if (targetPort !== undefined && sourcePort?.carries !== undefined) return 'branch'
  return sourcePort?.dataType === 'trigger' ? 'trigger' : 'data'
}

interface JoiningEdge {
  readonly from: number
  readonly to: number
  readonly fromPort: string
  readonly toPort: string
  readonly kind: EdgeKind
}

/**
 * Turns data edges into branch edges where they join one: a node that gets its value from one branch directly and from
 * another through further nodes runs for either. A data edge from before the gateway does not make it run.
 */
export function withJoins<E extends JoiningEdge>(edges: readonly E[]): E[] {
  const isFromBranch = ({ kind }: E) => kind === 'branch'
  if (!edges.some(isFromBranch)) return [...edges]
  const leaving = Map.groupBy(edges, ({ from }) => from)
  const arriving = Map.groupBy(edges, ({ to }) => to)
  const reached = new Map<number, ReadonlySet<number>>()
  const behind = (gateway: number) => {
    const known = reached.get(gateway) ?? behindBranches(gateway, leaving)
    reached.set(gateway, known)
    return known
  }
  return edges.map((edge) => {
    if (edge.kind !== 'data') return edge
    const gateways = (arriving.get(edge.to) ?? []).filter(isFromBranch).map(({ from }) => from)
    return gateways.some((gateway) => behind(gateway).has(edge.from)) ? { ...edge, kind: 'branch' } : edge
  })
}

/** The nodes that the branches of a gateway lead to, without going back to the head of a loop. */
function behindBranches(gateway: number, leaving: ReadonlyMap<number, readonly JoiningEdge[]>): ReadonlySet<number> {
  const found = new Set<number>()
  const isWay = ({ kind, fromPort }: JoiningEdge) => kind === 'branch' || (kind === 'trigger' && fromPort !== 'trigger')
  const open = (leaving.get(gateway) ?? []).filter(isWay).map(({ to }) => to)
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue
    found.add(node)
    for (const { to, toPort } of leaving.get(node) ?? []) if (toPort !== LOOP_BACK) open.push(to)
  }
  return found
}
