/** Which nodes are over before another one starts, however the workflow runs. */
import { joinOf } from '../extensions.ts'
import { graphIndex } from '../graph/graph-index.ts'
import { findLoops, loopsAround } from '../graph/loops.ts'
import { loopHeadsOf } from './loop-heads.ts'
import {
  isAnnotation,
  isUsedAsTool,
  LOOP_BACK,
  type ResolvedEdge,
  type ResolvedGraph,
  type ResolvedNode,
} from './resolved-graph.ts'

/** How a node stands to one that its expression refers to. */
export type Order = 'before' | 'not before' | 'in another loop' | 'has no step'

/**
 * Returns the order of a node and one of the `targets`. One pass over the graph with a set of targets per node: a node is
 * over before another starts if it is before one of its sources, or before all of them if the first source suffices.
 */
export function nodesBefore(
  graph: ResolvedGraph,
  targets: ReadonlySet<ResolvedNode>,
): (target: ResolvedNode, of: ResolvedNode) => Order {
  const { nodes, edges } = graph
  const numbers = new Map([...targets].map((target, at) => [target, at]))
  const forward = edges.filter((edge) => edge.targetPortId !== LOOP_BACK && isOfSteps(edge))
  const ends = edges.filter(isOfSteps).map((edge) => ({
    from: edge.source.at,
    to: edge.target.at,
    fromPort: edge.sourcePortId,
    isBack: edge.targetPortId === LOOP_BACK,
  }))
  const { loopOf, parents } = findLoops(nodes.length, ends, loopHeadsOf(nodes))
  const sets = setsOf(nodes, forward, numbers)
  const agentsOf = (one: ResolvedNode) =>
    [...one.leaving.values()].flat().flatMap((edge) => (edge.sourcePort?.dataType === 'tool' ? [edge.target] : []))

  return (target, of) => {
    if (isUsedAsTool(target) || isAnnotation(target)) return 'has no step'
    const number = numbers.get(target) ?? -1
    // A tool is called by its agents, so it sees what is before all of them.
    const places = isUsedAsTool(of) ? agentsOf(of) : [of]
    if (!places.every(({ at }) => has(sets[at], number))) return 'not before'
    const isAround = ({ at }: ResolvedNode) => loopsAround(loopOf[at] ?? -1, parents).includes(loopOf[target.at] ?? -1)
    return places.every(isAround) ? 'before' : 'in another loop'
  }
}

function isOfSteps({ source, target, sourcePort }: ResolvedEdge): boolean {
  return !isAnnotation(source) && !isAnnotation(target) && sourcePort?.dataType !== 'tool'
}

/** For every node the targets before it, as bits. Nodes of a cycle have none. */
function setsOf(
  nodes: readonly ResolvedNode[],
  forward: readonly ResolvedEdge[],
  numbers: ReadonlyMap<ResolvedNode, number>,
): Uint32Array[] {
  const words = Math.ceil(numbers.size / 32)
  const arriving = Map.groupBy(forward, ({ target }) => target.at)
  const sets: Uint32Array[] = nodes.map(() => EMPTY)
  for (const at of inOrder(nodes, forward)) {
    const node = nodes[at]
    const sources = arriving.get(at) ?? []
    if (node === undefined || sources.length === 0) continue
    const isAny = joinOf(node.node.data?.extensions ?? {}) === 'any' && sources.length > 1
    const own = new Uint32Array(words)
    for (const [index, { source }] of sources.entries()) {
      const before = withBit(sets[source.at] ?? EMPTY, numbers.get(source), words)
      for (let word = 0; word < words; word++) {
        const bits = before[word] ?? 0
        own[word] = isAny && index > 0 ? (own[word] ?? 0) & bits : (own[word] ?? 0) | bits
      }
    }
    sets[at] = own
  }
  return sets
}

const EMPTY = new Uint32Array()

function withBit(set: Uint32Array, number: number | undefined, words: number): Uint32Array {
  if (number === undefined) return set
  const copy = new Uint32Array(words)
  copy.set(set)
  copy[number >>> 5] = (copy[number >>> 5] ?? 0) | (1 << (number & 31))
  return copy
}

function has(set: Uint32Array | undefined, number: number): boolean {
  return number >= 0 && (((set?.[number >>> 5] ?? 0) >>> (number & 31)) & 1) === 1
}

/** The nodes in an order in which every source comes first; nodes on and after a cycle are left out. */
function* inOrder(nodes: readonly ResolvedNode[], forward: readonly ResolvedEdge[]): Iterable<number> {
  const index = graphIndex(
    nodes.length,
    forward.map((edge) => [edge.source.at, edge.target.at] as const),
  )
  const waits = Int32Array.from(index.arriving)
  const ready = nodes.flatMap(({ at }) => (waits[at] === 0 ? [at] : []))
  for (const at of ready) {
    yield at
    for (const next of index.next[at] ?? []) {
      waits[next] = (waits[next] ?? 0) - 1
      if (waits[next] === 0) ready.push(next)
    }
  }
}
