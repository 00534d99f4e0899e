/** Makes space for a node that was inserted into a connection: the following nodes move right as far as needed. */
import { type Catalogue, type Graph, type Point, parseHandle } from '@millrace/model'
import { geometryOf } from './geometry.ts'
import { lookOf } from './node-look.ts'

const GAP = 60

/** New positions for all nodes after a node, starting with `next`; empty if there is enough space. */
export function spacingFor(
  id: string,
  next: string,
  { graph, catalogue }: { readonly graph: Graph; readonly catalogue: Catalogue },
): Record<string, Point> {
  const [node, target] = [id, next].map((one) => graph.nodes.find((other) => other.id === one))
  if (node === undefined || target === undefined) return {}
  const from = node.position ?? { x: 0, y: 0 }
  const to = target.position ?? { x: 0, y: 0 }
  const { width } = geometryOf(lookOf(node, catalogue.types, new Set()), node)
  const by = Math.ceil((from.x + width + GAP - to.x) / 10) * 10
  // A connection that leads back or far down is not affected by nodes to the right.
  if (by <= 0 || to.x + width < from.x) return {}
  const behind = reachedFrom(next, graph)
  if (behind.has(id)) return {}
  return Object.fromEntries(
    graph.nodes.flatMap(({ id: one, position }) =>
      behind.has(one) && (position?.x ?? 0) >= to.x
        ? [[one, { x: (position?.x ?? 0) + by, y: position?.y ?? 0 }] as const]
        : [],
    ),
  )
}

/** A node and all nodes reachable from it, without loop-back edges. */
function reachedFrom(id: string, { edges }: Graph): ReadonlySet<string> {
  const next = Map.groupBy(
    edges.filter((edge) => parseHandle(edge.targetHandle ?? '', edge.target, 'input') !== 'loop_back'),
    (edge) => edge.source,
  )
  const reached = new Set([id])
  for (const one of reached) for (const edge of next.get(one) ?? []) reached.add(edge.target)
  return reached
}
