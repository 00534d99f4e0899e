/** Finds the loops of a graph: the nodes that each repeats, and how loops are nested. */
import { type GraphIndex, graphIndex } from './graph-index.ts'
import { reachableFrom } from './reachable.ts'

export interface LoopEdge {
  readonly from: number
  readonly to: number
  readonly fromPort: string
  readonly isBack: boolean
}

export interface LoopHead {
  readonly node: number
  /** Output ports that deliver in every iteration; all others deliver once, after the last. */
  readonly each: ReadonlySet<string>
}

export interface FoundLoops {
  /** For every node the innermost loop whose body it is in; -1 for none. */
  readonly loopOf: Int32Array
  /** For every loop the loop that its head is in; -1 for none. */
  readonly parents: Int32Array
}

/**
 * The body of a loop is everything that its iterations reach and that nothing after the loop reaches. So a side path
 * that never leads back is part of every iteration, and nodes after the end of the loop are not.
 */
export function findLoops(size: number, edges: readonly LoopEdge[], heads: readonly LoopHead[]): FoundLoops {
  const forward = edges.filter((edge) => !edge.isBack)
  const index = graphIndex(
    size,
    forward.map((edge) => [edge.from, edge.to] as const),
  )
  const bodies = heads.map((head) => bodyOf(head, forward, index))
  const sizes = bodies.map((body) => body.reduce((sum, member) => sum + member, 0))
  const loopOf = new Int32Array(size).fill(-1)
  for (let node = 0; node < size; node++) {
    for (const [loop, body] of bodies.entries()) {
      const best = loopOf[node] ?? -1
      // Bodies nest, so the smallest that holds a node is the innermost.
      if (body[node] === 1 && (best < 0 || (sizes[loop] ?? 0) < (sizes[best] ?? 0))) loopOf[node] = loop
    }
  }
  return { loopOf, parents: Int32Array.from(heads, (head) => loopOf[head.node] ?? -1) }
}

function bodyOf({ node, each }: LoopHead, forward: readonly LoopEdge[], index: GraphIndex): Uint8Array {
  const leaving = forward.filter((edge) => edge.from === node)
  const inside = reachableFrom(
    index,
    leaving.filter((edge) => each.has(edge.fromPort)).map((edge) => edge.to),
  )
  const after = reachableFrom(
    index,
    leaving.filter((edge) => !each.has(edge.fromPort)).map((edge) => edge.to),
  )
  return inside.map((member, at) => (member === 1 && after[at] === 0 && at !== node ? 1 : 0))
}

/** From a loop outwards, itself first, -1 last. */
export function loopsAround(loop: number, parents: ArrayLike<number>): number[] {
  const around: number[] = []
  for (let at = loop; at >= 0 && around.length <= parents.length; at = parents[at] ?? -1) around.push(at)
  return [...around, -1]
}
