/**
 * Layouts with groups: the nodes of each group are laid out first, then the group takes part as one box. So a group keeps
 * its nodes, and no other node ends up inside it.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Box, Point } from '../geometry.ts'
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'
import { placeOf } from './free-place.ts'
import { groupBoxAround, groupOfEach, isGroup } from './groups.ts'
import { sizeOf } from './node-size.ts'

/** A layout that knows nothing of groups: the same nodes at other positions. */
export type FlatLayout = (graph: Graph) => Graph

/** The boxes of all nodes, as `groupOfEach` and `membersOf` need them. */
export function placedNodes(nodes: readonly WorkflowNode[], catalogue: Catalogue) {
  return nodes.map((node) => ({
    id: node.id,
    isGroup: isGroup(node),
    ...placeOf(node),
    ...sizeOf(node, catalogue),
  }))
}

/** The graph after a layout of every group, and of everything around the groups. */
export function layoutByGroup(graph: Graph, catalogue: Catalogue, layout: FlatLayout): Graph {
  const owners = groupOfEach(placedNodes(graph.nodes, catalogue))
  if (owners.size === 0) return layout(graph)
  const inside = Map.groupBy(graph.nodes, ({ id }) => owners.get(id))
  const boxes = new Map<string, Box>()
  /** Positions relative to the group around a node. */
  const positions = new Map<string, Point>()

  const place = (owner: string | undefined): void => {
    const nodes = (inside.get(owner) ?? []).map((node) => {
      if (!inside.has(node.id)) return node
      place(node.id)
      return { ...node, measured: boxes.get(node.id) }
    })
    const laidOut = layout({ nodes, edges: edgesBetween(graph, { owner, owners }) })
    const found = laidOut.nodes.map((node) => ({ ...placeOf(node), ...sizeOf(node, catalogue) }))
    const corner = groupBoxAround(found)
    if (owner !== undefined && corner !== undefined) boxes.set(owner, corner)
    for (const [at, node] of laidOut.nodes.entries()) {
      const { x, y } = found[at] ?? { x: 0, y: 0 }
      const start = owner === undefined || corner === undefined ? { x: 0, y: 0 } : corner
      positions.set(node.id, { x: x - start.x, y: y - start.y })
    }
  }
  place(undefined)
  return { ...graph, nodes: graph.nodes.map((node) => placed(node, { owners, positions, boxes })) }
}

interface Places {
  readonly owners: ReadonlyMap<string, string>
  readonly positions: ReadonlyMap<string, Point>
  readonly boxes: ReadonlyMap<string, Box>
}

function placed(node: WorkflowNode, { owners, positions, boxes }: Places): WorkflowNode {
  const at = { x: 0, y: 0 }
  for (let id: string | undefined = node.id; id !== undefined; id = owners.get(id)) {
    at.x += positions.get(id)?.x ?? 0
    at.y += positions.get(id)?.y ?? 0
  }
  const box = boxes.get(node.id)
  const size = box && { width: Math.round(box.width), height: Math.round(box.height) }
  const measured = size !== undefined && 'measured' in node ? { measured: size } : {}
  return { ...node, ...size, ...measured, position: { ...node.position, x: Math.round(at.x), y: Math.round(at.y) } }
}

/** The edges between what is directly in a group; an edge of a node deeper inside is one of the group around it. */
function edgesBetween(
  { edges }: Graph,
  { owner, owners }: { owner: string | undefined; owners: ReadonlyMap<string, string> },
): Graph['edges'] {
  const shownAs = (id: string): string | undefined => {
    let at = id
    for (let next = owners.get(at); next !== owner; next = owners.get(at)) {
      if (next === undefined) return undefined
      at = next
    }
    return at
  }
  return edges.flatMap((edge) => {
    const [source, target] = [shownAs(edge.source), shownAs(edge.target)]
    if (source === undefined || target === undefined || source === target) return []
    return source === edge.source && target === edge.target ? [edge] : [{ ...edge, source, target }]
  })
}
