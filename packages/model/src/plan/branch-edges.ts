/** Edges from branches: the type of the value that they carry, and the edges that they join. */
import { passedInput } from '../node-ports.ts'
import { DEFAULT_DATA_TYPE } from '../ports/data-types.ts'
import { LOOP_BACK } from '../ports/port.ts'
import type { ResolvedEdge, ResolvedNode } from '../validate/resolved-graph.ts'
import type { PlanEdge } from './plan.ts'

/** The data type of the value on an edge. A branch passes on the type of its node's only source. */
export function sentType({ source, sourcePort, targetPort }: ResolvedEdge): string {
  if (sourcePort === undefined) return DEFAULT_DATA_TYPE
  if (sourcePort.carries === undefined || targetPort?.dataType === 'trigger') return sourcePort.dataType
  return carriedType(source) ?? sourcePort.carries
}

/** The type of the value that the branches of a node carry; undefined if it is not known. */
export function carriedType(gateway: ResolvedNode): string | undefined {
  const seen = new Set<ResolvedNode>()
  let node = gateway
  while (!seen.has(node)) {
    seen.add(node)
    const input = node.type && passedInput(node.type)
    const [only, ...others] = (input === undefined ? undefined : node.arriving.get(input)) ?? []
    if (only?.sourcePort === undefined || others.length > 0) return undefined
    if (only.sourcePort.carries === undefined) return only.sourcePort.dataType
    node = only.source
  }
  return undefined
}

/**
 * Turns data edges into branch edges where they join one: a node that gets its value from one branch directly and from
 * another through further nodes runs for either. A data edge from before the gateway does not make it run.
 */
export function withJoins(edges: readonly PlanEdge[]): PlanEdge[] {
  const isFromBranch = ({ kind }: PlanEdge) => kind === 'branch'
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
function behindBranches(gateway: number, leaving: ReadonlyMap<number, readonly PlanEdge[]>): ReadonlySet<number> {
  const found = new Set<number>()
  const isWay = ({ kind, fromPort }: PlanEdge) => kind === 'branch' || (kind === 'trigger' && fromPort !== 'trigger')
  const open = (leaving.get(gateway) ?? []).filter(isWay).map(({ to }) => to)
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (found.has(node)) continue
    found.add(node)
    for (const { to, toPort } of leaving.get(node) ?? []) if (toPort !== LOOP_BACK) open.push(to)
  }
  return found
}
