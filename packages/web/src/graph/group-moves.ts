/** Nodes that move with the group they are in. */
import { membersOf, type PlacedNode, type Point } from '@millrace/model'

type Positions = Readonly<Record<string, Point>>

/** New positions, completed by those of the nodes in moved groups; nodes that have a new position keep it. */
export function withGroupMembers(positions: Positions, nodes: readonly PlacedNode[]): Positions {
  const groups = nodes.filter((node) => node.isGroup && positions[node.id] !== undefined)
  if (groups.length === 0) return positions
  const byId = new Map(nodes.map((node) => [node.id, node]))
  const moved: Record<string, Point> = { ...positions }
  // Outer groups last: a node goes with the innermost moved group.
  for (const group of groups.sort((a, b) => a.width * a.height - b.width * b.height)) {
    const to = positions[group.id] ?? group
    for (const id of membersOf(group, nodes)) {
      const node = byId.get(id)
      if (node !== undefined) moved[id] ??= { x: node.x + to.x - group.x, y: node.y + to.y - group.y }
    }
  }
  return moved
}
