/** Which boxes the path of a connection crosses, for tests. */
import type { Box } from '@millrace/model'

interface Part {
  readonly x1: number
  readonly x2: number
  readonly y1: number
  readonly y2: number
}

/** The boxes that a path of lines and round corners crosses, each with the part that crosses it. */
export function crossedBoxes(path: string, boxes: readonly Box[]): { readonly part: Part; readonly box: Box }[] {
  return straightParts(path).flatMap((part) =>
    boxes.filter((box) => isCrossed(part, box)).map((box) => ({ part, box })),
  )
}

function isCrossed({ x1, x2, y1, y2 }: Part, { x, y, width, height }: Box): boolean {
  return x2 > x && x1 < x + width && y2 > y && y1 < y + height
}

function straightParts(path: string): Part[] {
  let [x = 0, y = 0] = path.slice(2).split(' ').map(Number)
  const parts: Part[] = []
  for (const [, letter = '', numbers = ''] of path.matchAll(/([HVQ]) ([^HVQ]*)/g)) {
    const values = numbers.trim().split(' ').map(Number)
    const before = { x, y }
    if (letter === 'H') x = values[0] ?? 0
    else if (letter === 'V') y = values[0] ?? 0
    else [x = 0, y = 0] = values.slice(2)
    parts.push({
      x1: Math.min(before.x, x),
      x2: Math.max(before.x, x),
      y1: Math.min(before.y, y),
      y2: Math.max(before.y, y),
    })
  }
  return parts
}
