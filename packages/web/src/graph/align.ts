/** Aligns and distributes nodes: boxes in, positions out. */
import type { Box, Point } from '@millrace/model'

export interface NodeBox extends Box {
  readonly id: string
}

export type Alignment = 'left' | 'centre' | 'right' | 'top' | 'middle' | 'bottom' | 'distributeX' | 'distributeY'
type Places = Record<string, Point>

/** New positions of the boxes. Aligning needs at least two boxes, distributing at least three. */
export function aligned(boxes: readonly NodeBox[], how: Alignment): Places {
  if (boxes.length < 2) return {}
  const left = Math.min(...boxes.map((box) => box.x))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const top = Math.min(...boxes.map((box) => box.y))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  const put = (place: (box: NodeBox) => Point): Places =>
    Object.fromEntries(boxes.map((box) => [box.id, rounded(place(box))]))
  switch (how) {
    case 'left':
      return put(({ y }) => ({ x: left, y }))
    case 'centre':
      return put(({ y, width }) => ({ x: (left + right - width) / 2, y }))
    case 'right':
      return put(({ y, width }) => ({ x: right - width, y }))
    case 'top':
      return put(({ x }) => ({ x, y: top }))
    case 'middle':
      return put(({ x, height }) => ({ x, y: (top + bottom - height) / 2 }))
    case 'bottom':
      return put(({ x, height }) => ({ x, y: bottom - height }))
    case 'distributeX':
      return spaced(boxes, { start: 'x', size: 'width' })
    case 'distributeY':
      return spaced(boxes, { start: 'y', size: 'height' })
  }
}

/** Equal gaps between neighbors; the outer two boxes stay in place. */
function spaced(boxes: readonly NodeBox[], { start, size }: { start: 'x' | 'y'; size: 'width' | 'height' }): Places {
  if (boxes.length < 3) return {}
  const order = [...boxes].sort((a, b) => a[start] - b[start])
  const [first, last] = [order[0], order.at(-1)]
  if (first === undefined || last === undefined) return {}
  const taken = order.reduce((sum, box) => sum + box[size], 0)
  const gap = (last[start] + last[size] - first[start] - taken) / (order.length - 1)
  const places: Places = {}
  let at = first[start]
  for (const box of order) {
    places[box.id] = rounded({ x: box.x, y: box.y, [start]: at })
    at += box[size] + gap
  }
  return places
}

function rounded({ x, y }: Point) {
  return { x: Math.round(x), y: Math.round(y) }
}
