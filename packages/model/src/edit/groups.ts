/**
 * Groups on the canvas: annotation nodes that frame other nodes. What belongs to a group follows from the positions, so
 * nothing has to be kept in sync, and other editors can move nodes freely.
 */
import type { Box } from '../geometry.ts'
import { nodeTypeIdOf, type WorkflowNode } from '../workflow/workflow.ts'

/** The id of the node type. */
export const GROUP_TYPE = 'group'

export const GROUP_COLORS = ['gray', 'blue', 'green', 'amber', 'red', 'violet'] as const

export type GroupColor = (typeof GROUP_COLORS)[number]

/** Space between the nodes of a group and its border; the title is at the top. */
export const GROUP_PADDING = { x: 40, top: 60, bottom: 40 } as const

export const MIN_GROUP_SIZE = { width: 160, height: 100 } as const

/** Whether a node is a group. */
export function isGroup(node: WorkflowNode): boolean {
  return nodeTypeIdOf(node) === GROUP_TYPE
}

/** A node for the questions below. */
export interface PlacedNode extends Box {
  readonly id: string
  readonly isGroup: boolean
}

/** The box of a group around these boxes; undefined without boxes. */
export function groupBoxAround(boxes: readonly Box[]): Box | undefined {
  if (boxes.length === 0) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of boxes) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  const { x, top: above, bottom: below } = GROUP_PADDING
  return { x: left - x, y: top - above, width: right - left + 2 * x, height: bottom - top + above + below }
}

/** Whether something is in a group: a node by its centre, another group only if it is inside completely. */
export function isInGroup(group: Box, node: PlacedNode): boolean {
  const { x, y, width, height } = node
  if (!node.isGroup) return contains(group, x + width / 2, y + height / 2)
  const isSame = x === group.x && y === group.y && width === group.width && height === group.height
  return !isSame && contains(group, x, y) && contains(group, x + width, y + height)
}

function contains({ x, y, width, height }: Box, atX: number, atY: number): boolean {
  return atX >= x && atX <= x + width && atY >= y && atY <= y + height
}

/** The ids of everything in a group, including what is in the groups inside it. */
export function membersOf(group: PlacedNode, nodes: readonly PlacedNode[]): string[] {
  return nodes.filter((node) => node.id !== group.id && isInGroup(group, node)).map(({ id }) => id)
}

/** The innermost group of every node that is in one, by id. */
export function groupOfEach(nodes: readonly PlacedNode[]): ReadonlyMap<string, string> {
  const groups = nodes.filter((node) => node.isGroup).sort((a, b) => a.width * a.height - b.width * b.height)
  const owners = new Map<string, string>()
  if (groups.length === 0) return owners
  for (const node of nodes) {
    const owner = groups.find((group) => group.id !== node.id && isInGroup(group, node))
    if (owner !== undefined) owners.set(node.id, owner.id)
  }
  return owners
}
