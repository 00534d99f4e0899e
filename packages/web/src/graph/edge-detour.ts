/**
 * The route of a connection to the right that would cross other nodes: out to the right, along a free line above or
 * below them, and in from the left. One pass over the boxes per tried line, so it stays cheap in large graphs.
 */
import type { Box } from '@millrace/model'
import type { Ends } from './edge-routing.ts'

/** Distance from a port to the first corner, and from a node to the line beside it. */
const OFFSET = 24
const CORNER = 12
/** A curve that comes this close to a node counts as crossing it. */
const MARGIN = 4
const SAMPLES = 16
/** With more obstacles in a row than this, the curve stays as it is. */
const MAX_LINES = 12

/** True if the curve between two ports crosses one of the boxes. */
export function crosses(ends: Ends, boxes: readonly Box[]): boolean {
  return boxes.some((box) => isCrossed(ends, box))
}

/** The path and the position of its label; undefined if there is no space for a detour. */
export function detour(ends: Ends, boxes: readonly Box[]): [string, number, number] | undefined {
  const { sourceX, sourceY, targetX, targetY } = ends
  const [left, right] = [sourceX + OFFSET, targetX - OFFSET]
  if (right - left < 2 * CORNER) return undefined
  const inRange = boxes.filter((box) => box.x < right + MARGIN && box.x + box.width > left - MARGIN)
  const middle = (sourceY + targetY) / 2
  const lines = [freeLine(middle, inRange, 1), freeLine(middle, inRange, -1)].filter((line) => line !== undefined)
  const lengthOf = (y: number) => Math.abs(y - sourceY) + Math.abs(y - targetY)
  const y = lines.sort((a, b) => lengthOf(a) - lengthOf(b))[0]
  if (y === undefined) return undefined
  return [pathAlong(ends, { left, right, y }), (left + right) / 2, y]
}

/** The nearest line above (-1) or below (1) that crosses no box. */
function freeLine(start: number, boxes: readonly Box[], direction: 1 | -1): number | undefined {
  let y = start
  for (let tries = 0; tries < MAX_LINES; tries += 1) {
    const box = boxes.find((one) => y > one.y - OFFSET / 2 && y < one.y + one.height + OFFSET / 2)
    if (box === undefined) return y
    y = direction === 1 ? box.y + box.height + OFFSET : box.y - OFFSET
  }
  return undefined
}

function pathAlong({ sourceX, sourceY, targetX, targetY }: Ends, line: { left: number; right: number; y: number }) {
  const { left, right, y } = line
  const first = corner(sourceY, y)
  const second = corner(y, targetY)
  return [
    `M ${sourceX} ${sourceY}`,
    `H ${left - Math.abs(first)}`,
    `Q ${left} ${sourceY} ${left} ${sourceY + first}`,
    `V ${y - first}`,
    `Q ${left} ${y} ${left + Math.abs(first)} ${y}`,
    `H ${right - Math.abs(second)}`,
    `Q ${right} ${y} ${right} ${y + second}`,
    `V ${targetY - second}`,
    `Q ${right} ${targetY} ${right + Math.abs(second)} ${targetY}`,
    `H ${targetX}`,
  ].join(' ')
}

/** Radius of a corner, negative upwards. */
function corner(from: number, to: number): number {
  return Math.sign(to - from) * Math.min(CORNER, Math.abs(to - from) / 2)
}

/** Samples the curve that the canvas draws: a cubic with horizontal ends. */
function isCrossed({ sourceX, sourceY, targetX, targetY }: Ends, box: Box): boolean {
  const [top, bottom] = [Math.min(sourceY, targetY), Math.max(sourceY, targetY)]
  // Most boxes are far away.
  if (box.x > targetX || box.x + box.width < sourceX || box.y > bottom || box.y + box.height < top) return false
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
