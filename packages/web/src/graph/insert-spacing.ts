/**
 * Positions for nodes that a chat inserted between two others. Commands define connections, not positions: without
 * enough space the new node would be placed below, with edges back and forth. It goes between the two nodes, and the
 * following nodes move right, as when a user inserts it.
 */
import type { Box, Catalogue, Graph, Point, WorkflowNode } from '@millrace/model'
import { geometryOf } from './geometry.ts'
import { isAnnotation, lookOf } from './node-look.ts'
import { spacingFor } from './spacing.ts'

const GAP = 60

/** New positions for the inserted nodes and for the nodes that they push aside. */
export function insertSpacing(before: Graph, after: Graph, catalogue: Catalogue): Record<string, Point> {
  const known = new Set(before.nodes.map((node) => node.id))
  const places: Record<string, Point> = {}
  let graph = after
  for (const { id } of after.nodes.filter((node) => !known.has(node.id))) {
    const moved = placesFor(id, before, { graph, catalogue })
    Object.assign(places, moved)
    const nodes = graph.nodes.map((node) => {
      const to = moved[node.id]
      return to === undefined ? node : { ...node, position: to }
    })
    graph = { ...graph, nodes }
  }
  return places
}

interface Now {
  readonly graph: Graph
  readonly catalogue: Catalogue
}

function placesFor(id: string, before: Graph, { graph, catalogue }: Now): Record<string, Point> {
  const [source, target] = neighboursOf(id, before, graph)
  const node = graph.nodes.find((one) => one.id === id)
  if (source === undefined || target === undefined || node === undefined) return {}
  const from = boxOf(source, catalogue)
  // It was placed in line with the node before it, so there was enough space.
  if (node.position?.y === from.y && boxOf(node, catalogue).x < boxOf(target, catalogue).x) return {}
  const spot = { x: Math.round((from.x + from.width + GAP) / 10) * 10, y: from.y }
  const placed = { ...node, position: spot }
  const nodes = graph.nodes.map((one) => (one === node ? placed : one))
  const pushed = spacingFor(id, target.id, { graph: { ...graph, nodes }, catalogue })
  const isObstacle = graph.nodes.some(
    (one) =>
      one.id !== id &&
      !(one.id in pushed) &&
      !isNote(one, catalogue) &&
      touches(boxOf(one, catalogue), boxOf(placed, catalogue)),
  )
  return isObstacle ? {} : { ...pushed, [id]: spot }
}

/** The two nodes that were connected directly and are now connected through this one. */
function neighboursOf(id: string, before: Graph, after: Graph): readonly (WorkflowNode | undefined)[] {
  for (const into of after.edges.filter((edge) => edge.target === id)) {
    for (const out of after.edges.filter((edge) => edge.source === id)) {
      const isBetween = before.edges.some((edge) => edge.source === into.source && edge.target === out.target)
      if (!isBetween) continue
      const named = (wanted: string) => after.nodes.find((node) => node.id === wanted)
      return [named(into.source), named(out.target)]
    }
  }
  return []
}

function boxOf(node: WorkflowNode, { types }: Catalogue): Box {
  const { width, height } = geometryOf(lookOf(node, types, new Set()), node)
  return { x: node.position?.x ?? 0, y: node.position?.y ?? 0, width, height }
}

function isNote(node: WorkflowNode, { types }: Catalogue): boolean {
  return isAnnotation(node, types)
}

function touches(a: Box, b: Box): boolean {
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}
