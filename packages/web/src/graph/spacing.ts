/** Makes space for a node that was inserted into a connection: its neighbours on both sides move as far as needed. */
import { type Catalogue, type Graph, type Point, parseHandle, type WorkflowEdge } from '@millrace/model'
import { geometryOf } from './geometry.ts'
import { lookOf } from './node-look.ts'

const GAP = 60

interface Context {
  readonly graph: Graph
  readonly catalogue: Catalogue
}

/** New positions for all nodes after a node, starting with `next`; empty if there is enough space. */
export function spacingFor(id: string, next: string, context: Context): Record<string, Point> {
  const [node, target] = [boxOf(id, context), boxOf(next, context)]
  if (node === undefined || target === undefined) return {}
  const by = toGrid(node.x + node.width + GAP - target.x)
  // A connection that leads back or far down is not affected by nodes to the right.
  if (by <= 0 || target.x + node.width < node.x) return {}
  return shifted(id, { start: next, by, isMoved: (x) => x >= target.x, ends: forwards }, context)
}

/** New positions for all nodes before a node, starting with `previous`; empty if there is enough space. */
export function spacingBefore(id: string, previous: string, context: Context): Record<string, Point> {
  const [node, source] = [boxOf(id, context), boxOf(previous, context)]
  if (node === undefined || source === undefined) return {}
  const by = toGrid(source.x + source.width + GAP - node.x)
  if (by <= 0 || source.x > node.x + node.width) return {}
  return shifted(id, { start: previous, by: -by, isMoved: (x) => x <= source.x, ends: backwards }, context)
}

interface Shift {
  readonly start: string
  readonly by: number
  readonly isMoved: (x: number) => boolean
  readonly ends: (edge: WorkflowEdge) => readonly [from: string, to: string]
}

const forwards = ({ source, target }: WorkflowEdge) => [source, target] as const
const backwards = ({ source, target }: WorkflowEdge) => [target, source] as const

function shifted(id: string, { start, by, isMoved, ends }: Shift, { graph }: Context): Record<string, Point> {
  const reached = reachedFrom(start, graph, ends)
  if (reached.has(id)) return {}
  return Object.fromEntries(
    graph.nodes.flatMap(({ id: one, position }) =>
      reached.has(one) && isMoved(position?.x ?? 0)
        ? [[one, { x: (position?.x ?? 0) + by, y: position?.y ?? 0 }] as const]
        : [],
    ),
  )
}

function boxOf(id: string, { graph, catalogue }: Context) {
  const node = graph.nodes.find((one) => one.id === id)
  if (node === undefined) return undefined
  const { width } = geometryOf(lookOf(node, catalogue.types, new Set()), node)
  return { x: node.position?.x ?? 0, width }
}

function toGrid(distance: number): number {
  return Math.ceil(distance / 10) * 10
}

/** A node and all nodes reachable from it in one direction, without loop-back edges. */
function reachedFrom(id: string, { edges }: Graph, ends: Shift['ends']): ReadonlySet<string> {
  const forward = edges.filter((edge) => parseHandle(edge.targetHandle ?? '', edge.target, 'input') !== 'loop_back')
  const next = Map.groupBy(forward, (edge) => ends(edge)[0])
  const reached = new Set([id])
  for (const one of reached) for (const edge of next.get(one) ?? []) reached.add(ends(edge)[1])
  return reached
}
