/**
 * Boxes by their place on the canvas: a connection is compared with the boxes near it instead of all of them, so that
 * routing all connections takes time that grows with their number.
 */
import type { Box } from '@millrace/model'

export interface Obstacle extends Box {
  readonly id: string
}

const CELL = 400
/** A connection across more cells than this would take too long; nothing is found for it. */
const MAX_CELLS = 2000

export class ObstacleIndex {
  readonly #cells = new Map<string, Obstacle[]>()
  /** How many boxes were compared with an area; for tests of the work that is done. */
  compared = 0

  constructor(boxes: Iterable<Obstacle>) {
    for (const box of boxes) {
      for (const cell of cellsOf(box)) {
        const found = this.#cells.get(cell)
        if (found === undefined) this.#cells.set(cell, [box])
        else found.push(box)
      }
    }
  }

  /** The boxes that touch an area. */
  near(area: Box): Obstacle[] {
    const found = new Set<Obstacle>()
    for (const cell of cellsOf(area)) {
      for (const box of this.#cells.get(cell) ?? []) {
        this.compared += 1
        if (touches(box, area)) found.add(box)
      }
    }
    return [...found]
  }
}

function* cellsOf({ x, y, width, height }: Box): Generator<string> {
  const [left, right] = [Math.floor(x / CELL), Math.floor((x + width) / CELL)]
  const [top, bottom] = [Math.floor(y / CELL), Math.floor((y + height) / CELL)]
  if ((right - left + 1) * (bottom - top + 1) > MAX_CELLS) return
  for (let column = left; column <= right; column += 1) {
    for (let row = top; row <= bottom; row += 1) yield `${column} ${row}`
  }
}

function touches(a: Box, b: Box): boolean {
  return a.x <= b.x + b.width && b.x <= a.x + a.width && a.y <= b.y + b.height && b.y <= a.y + a.height
}
