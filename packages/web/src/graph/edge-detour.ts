/**
 * The route of a connection to the right that would cross other nodes: out to the right, along a free line above or
 * below them, and in from the left, around nodes beside the way too.
 */
import type { Box } from '@millrace/model'
import type { Ends } from './edge-routing.ts'
import { roundedPath } from './rounded-path.ts'

/** Distance from a port to the first corner, and from a node to the line beside it. */
const OFFSET = 24
const CORNER = 12
/** A curve that comes this close to a node counts as crossing it. */
const MARGIN = 4
const SAMPLES = 16
/** Distance of a vertical line from a node beside it. */
const BESIDE = 14
const MAX_OBSTACLES = 16

/** True if the curve between two ports crosses one of the boxes. */
export function crosses(ends: Ends, boxes: readonly Box[]): boolean {
  return boxes.some((box) => isCrossed(ends, box))
}

/**
 * The path and the position of its label; undefined if there is no space for a detour. The horizontal part is on a free
 * line, and each vertical part at the nearest free place between the two nodes.
 */
export function detour(ends: Ends, boxes: readonly Box[]): [string, number, number] | undefined {
  const { sourceX, sourceY, targetX, targetY } = ends
  const [left, right] = [sourceX + OFFSET, targetX - OFFSET]
  if (right - left < 2 * CORNER) return undefined
  const middle = (sourceY + targetY) / 2
  const obstacles = nearest(boxes, { left: sourceX, right: targetX, middle })
  const isFree = (line: Segment) => !obstacles.some((box) => isHit(line, box))
  const columns = [left, right, ...obstacles.flatMap(({ x, width }) => [x - BESIDE, x + width + BESIDE])].filter(
    (x) => x >= left && x <= right,
  )
  const rows = [middle, ...obstacles.flatMap(({ y, height }) => [y - OFFSET, y + height + OFFSET])]
  const lengthOf = (y: number) => Math.abs(y - sourceY) + Math.abs(y - targetY)
  for (const y of rows.sort((a, b) => lengthOf(a) - lengthOf(b))) {
    const down = columns
      .filter(
        (x) => isFree({ x1: sourceX, x2: x, y1: sourceY, y2: sourceY }) && isFree({ x1: x, x2: x, y1: sourceY, y2: y }),
      )
      .sort((a, b) => a - b)
    const up = columns
      .filter(
        (x) => isFree({ x1: x, x2: targetX, y1: targetY, y2: targetY }) && isFree({ x1: x, x2: x, y1: targetY, y2: y }),
      )
      .sort((a, b) => b - a)
    for (const first of down) {
      const last = up.find((x) => x - first >= 2 * CORNER && isFree({ x1: first, x2: x, y1: y, y2: y }))
      if (last !== undefined) return [pathAlong(ends, { left: first, right: last, y }), (first + last) / 2, y]
    }
  }
  return undefined
}

/** A horizontal or vertical line. */
interface Segment {
  readonly x1: number
  readonly x2: number
  readonly y1: number
  readonly y2: number
}

function isHit({ x1, x2, y1, y2 }: Segment, { x, y, width, height }: Box): boolean {
  const isBeside = Math.max(x1, x2) <= x - MARGIN || Math.min(x1, x2) >= x + width + MARGIN
  return !isBeside && Math.max(y1, y2) > y - MARGIN && Math.min(y1, y2) < y + height + MARGIN
}

/** The boxes between the ends that are closest to the direct way; a bounded number, so that the search stays cheap. */
function nearest(
  boxes: readonly Box[],
  { left, right, middle }: { left: number; right: number; middle: number },
): readonly Box[] {
  const between = boxes.filter((box) => box.x < right + MARGIN && box.x + box.width > left - MARGIN)
  if (between.length <= MAX_OBSTACLES) return between
  const distance = ({ y, height }: Box) => Math.abs(y + height / 2 - middle)
  return between.sort((a, b) => distance(a) - distance(b)).slice(0, MAX_OBSTACLES)
}

function pathAlong({ sourceX, sourceY, targetX, targetY }: Ends, line: { left: number; right: number; y: number }) {
  const { left, right, y } = line
  return roundedPath([
    [sourceX, sourceY],
    [left, sourceY],
    [left, y],
    [right, y],
    [right, targetY],
    [targetX, targetY],
  ])
}

/** Samples the curve that the canvas draws: a cubic with horizontal ends. */
function isCrossed({ sourceX, sourceY, targetX, targetY }: Ends, box: Box): boolean {
  const [top, bottom] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)]
  const [first, last] = [Math.min(sourceX, targetX), Math.max(sourceX, targetX)]
  // Most boxes are far away.
  if (box.x > last || box.x + box.width < first || box.y > bottom || box.y + box.height < top) return false
  const reach = Math.abs(targetX - sourceX) * 0.5
  for (let step = 1; step < SAMPLES; step += 1) {
    const t = step / SAMPLES
    const x = cubic(t, [sourceX, sourceX + reach, targetX - reach, targetX])
    const y = cubic(t, [sourceY, sourceY, targetY, targetY])
    const isInX = x > box.x - MARGIN && x < box.x + box.width + MARGIN
    if (isInX && y > box.y - MARGIN && y < box.y + box.height + MARGIN) return true
  }
  return false
}

function cubic(t: number, [a, b, c, d]: readonly [number, number, number, number]): number {
  const u = 1 - t
  return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
}
