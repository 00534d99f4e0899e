/**
 * The route of a connection that leads back, such as the end of a loop: out to the right, between its two nodes or below
 * everything between its ends, and in from the left, around nodes beside the vertical parts too. A straight line would be
 * hidden by the nodes it connects.
 */
import type { Box } from '@millrace/model'
import { roundedPath } from './rounded-path.ts'

export interface Ends {
  readonly sourceX: number
  readonly sourceY: number
  readonly targetX: number
  readonly targetY: number
}

/** Distance from a port to the first corner, and from a node to the line below it. */
const OFFSET = 24
/** Distance of a vertical line from a node beside it. */
const BESIDE = 14
/** A line that comes this close to a node counts as crossing it. */
const MARGIN = 4
/** Minimum gap between two stacked nodes for a line between them, which is shorter. */
const MIN_GAP = 34
/** Space around a connection in which its route may go. */
const REACH = 400
/** How far below its nodes other nodes are looked up. Most routes end in the first depth, which needs few comparisons. */
const DEPTHS = [REACH, 10 * REACH]

/** The path and the position of its label. `near` finds the other nodes in an area. */
export function loopBack(
  ends: Ends,
  own: readonly Box[],
  near: (area: Box) => readonly Box[],
): [string, number, number] {
  const y = Math.min(...own.map((box) => box.y), ends.sourceY, ends.targetY)
  const bottom = Math.max(...own.map((box) => box.y + box.height), ends.sourceY, ends.targetY)
  const area = { x: ends.targetX - REACH, y, width: ends.sourceX - ends.targetX + 2 * REACH }
  let lines: Lines | undefined
  for (const depth of DEPTHS) {
    const boxes = [...own, ...near({ ...area, height: bottom - y + depth })]
    lines = linesBetween(ends, own, boxes) ?? linesBelow(ends, bottom, boxes)
    // A node just below the area would be closer to the line than it should.
    if (lines.y + OFFSET < bottom + depth) break
  }
  return routeAlong(ends, lines ?? linesBelow(ends, bottom, own))
}

/** The vertical parts of a route and the horizontal one between them. */
interface Lines {
  readonly left: number
  readonly right: number
  readonly y: number
}

/** A route in the middle between two nodes that are stacked; undefined if there is no space or other nodes are there. */
function linesBetween(ends: Ends, own: readonly Box[], boxes: readonly Box[]): Lines | undefined {
  const [upper, lower] = own.toSorted((a, b) => a.y - b.y)
  if (upper === undefined || lower === undefined) return undefined
  const top = upper.y + upper.height
  if (lower.y - top < MIN_GAP) return undefined
  const lines = { ...columns(ends, boxes, (top + lower.y) / 2), y: (top + lower.y) / 2 }
  const isBlocked = boxes.some(
    (box) => isBeside(box, lines.y, lines.y) && box.x < lines.right && endOf(box) > lines.left,
  )
  return isBlocked ? undefined : lines
}

/** A route below all nodes that are in its way. Columns further out may meet further nodes, so it goes down in steps. */
function linesBelow(ends: Ends, bottom: number, boxes: readonly Box[]): Lines {
  let y = bottom + OFFSET
  for (;;) {
    const lines = { ...columns(ends, boxes, y), y }
    const free = rowBelow(lines, boxes)
    if (!(free > y)) return lines
    y = free
  }
}

/** The first free y position of a horizontal line at or below a position. */
function rowBelow({ left, right, y: start }: Lines, boxes: readonly Box[]): number {
  let y = start
  const between = boxes
    .filter((box) => box.x < right && endOf(box) > left && box.y + box.height + OFFSET / 2 > y)
    .sort((a, b) => a.y - b.y)
  for (const box of between) {
    if (box.y - OFFSET / 2 > y) break
    y = Math.max(y, box.y + box.height + OFFSET)
  }
  return y
}

/** The places of the vertical parts for a horizontal part at a y position. */
function columns({ sourceX, sourceY, targetX, targetY }: Ends, boxes: readonly Box[], y: number) {
  const mirrored = boxes.map((box) => ({ ...box, x: -endOf(box) }))
  return { right: columnAfter(sourceX, [sourceY, y], boxes), left: -columnAfter(-targetX, [targetY, y], mirrored) }
}

/**
 * The nearest free x position for a vertical line to the right of a port, behind the nodes that are in the way. If the
 * line cannot get there, in the gap between the port and the first node.
 */
function columnAfter(port: number, [from, to]: readonly [number, number], boxes: readonly Box[]): number {
  const beside = boxes
    .filter((box) => endOf(box) > port + MARGIN && isBeside(box, Math.min(from, to), Math.max(from, to)))
    .sort((a, b) => a.x - b.x)
  let x = port + OFFSET
  for (const box of beside) if (isAt(box, x)) x = endOf(box) + BESIDE
  const isReached = beside.every((box) => box.x > x || !isBeside(box, from, from))
  if (isReached && x <= port + REACH) return x
  const next = beside.find((box) => box.x > port)
  return next === undefined ? port + OFFSET : Math.min(port + OFFSET, (port + next.x) / 2)
}

function endOf({ x, width }: Box): number {
  return x + width
}

/** True if a vertical line at an x position would meet a node, wherever the node is vertically. */
function isAt(box: Box, x: number): boolean {
  return x > box.x - MARGIN && x < endOf(box) + MARGIN
}

/** True if a node is at the height of a vertical line, wherever it is horizontally. */
function isBeside({ y, height }: Box, top: number, bottom: number): boolean {
  return bottom > y - MARGIN && top < y + height + MARGIN
}

function routeAlong({ sourceX, sourceY, targetX, targetY }: Ends, { left, right, y }: Lines): [string, number, number] {
  const path = roundedPath([
    [sourceX, sourceY],
    [right, sourceY],
    [right, y],
    [left, y],
    [left, targetY],
    [targetX, targetY],
  ])
  return [path, (left + right) / 2, y]
}
