/**
 * Groups that have to grow because a node was added after one of their nodes, or because nodes moved aside for it. A
 * group stays as it is if it would otherwise take in nodes that are not in it.
 */
import { type Box, GROUP_PADDING, isInGroup, type PlacedNode } from '@millrace/model'

export interface Growth {
  readonly before: readonly PlacedNode[]
  readonly after: readonly PlacedNode[]
  /** The new node, and the node that it was added after. */
  readonly added: { readonly id: string; readonly near: string } | undefined
}

/** New boxes of the groups that grow, by id. */
export function grownGroups({ before, after, added }: Growth): ReadonlyMap<string, Box> {
  const grown = new Map<string, Box>()
  const boxes = new Map(after.map((node) => [node.id, node]))
  const groups = before.filter((node) => node.isGroup).sort((a, b) => a.width * a.height - b.width * b.height)
  for (const group of groups) {
    const now = boxes.get(group.id)
    if (now === undefined) continue
    const members = new Set(before.filter((node) => node !== group && isInGroup(group, node)).map(({ id }) => id))
    if (added !== undefined && members.has(added.near)) members.add(added.id)
    const inside = [...members].flatMap((id) => boxes.get(id) ?? [])
    const box = extended(now, inside)
    if (box === now) continue
    const isForeign = (node: PlacedNode) => node.id !== group.id && !members.has(node.id) && !isInGroup(now, node)
    if ([...boxes.values()].some((node) => isForeign(node) && isInGroup(box, node))) continue
    boxes.set(group.id, { ...now, ...box })
    grown.set(group.id, box)
  }
  return grown
}

/** The box, as large as needed to contain others with space around them; the same object if it does. */
function extended(box: Box, others: readonly Box[]): Box {
  let [left, top, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height]
  for (const { x, y, width, height } of others) {
    if (x < left) left = x - GROUP_PADDING.x
    if (y < top) top = y - GROUP_PADDING.top
    if (x + width > right) right = x + width + GROUP_PADDING.x
    if (y + height > bottom) bottom = y + height + GROUP_PADDING.bottom
  }
  const isSame = left === box.x && top === box.y && right === box.x + box.width && bottom === box.y + box.height
  return isSame ? box : { x: left, y: top, width: right - left, height: bottom - top }
}
