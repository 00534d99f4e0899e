/**
 * The route of a connection that leads back, such as the end of a loop: out to the right, below everything between its
 * ends, and in from the left. A straight line would be hidden by the nodes it connects.
 */
import type { Box } from '@millrace/model'

export interface Ends {
  readonly sourceX: number
  readonly sourceY: number
  readonly targetX: number
  readonly targetY: number
}

/** Distance from a port to the first corner, and from a node to the line below it. */
const OFFSET = 24
const CORNER = 14
/** Minimum gap between two stacked nodes for a line between them, which is shorter. */
const MIN_GAP = 34

/** True if two nodes are stacked with enough space for a line between them. */
export function hasSpaceBetween(a: Box, b: Box): boolean {
  const [upper, lower] = a.y <= b.y ? [a, b] : [b, a]
  return lower.y - (upper.y + upper.height) >= MIN_GAP
}

/** The y position at which the line passes below the two nodes and every obstacle between them. */
export function lineBelow(ends: Ends, own: readonly Box[], others: Iterable<Box>): number {
  const [left, right] = [ends.targetX - OFFSET, ends.sourceX + OFFSET]
  let y = Math.max(ends.sourceY, ends.targetY, ...own.map((box) => box.y + box.height)) + OFFSET
  const between = [...others]
    .filter((box) => box.x < right && box.x + box.width > left && box.y + box.height + OFFSET / 2 > y)
    .sort((a, b) => a.y - b.y)
  for (const box of between) {
    if (box.y - OFFSET / 2 > y) break
    y = Math.max(y, box.y + box.height + OFFSET)
  }
  return y
}

/** The path with rounded corners, and the position of its label. */
export function routeAround({ sourceX, sourceY, targetX, targetY }: Ends, below: number): [string, number, number] {
  const [right, left] = [sourceX + OFFSET, targetX - OFFSET]
  const down = Math.min(CORNER, Math.abs(below - sourceY) / 2)
  const up = Math.min(CORNER, Math.abs(below - targetY) / 2)
  const path = [
    `M ${sourceX} ${sourceY}`,
    `H ${right - down}`,
    `Q ${right} ${sourceY} ${right} ${sourceY + down}`,
    `V ${below - down}`,
    `Q ${right} ${below} ${right - down} ${below}`,
    `H ${left + up}`,
    `Q ${left} ${below} ${left} ${below - up}`,
    `V ${targetY + up}`,
    `Q ${left} ${targetY} ${left + up} ${targetY}`,
    `H ${targetX}`,
  ]
  return [path.join(' '), (left + right) / 2, below]
}
