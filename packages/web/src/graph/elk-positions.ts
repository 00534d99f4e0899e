/** The result of the layout library: positions of groups and of the nodes in them, which are relative to the group. */
import type { Positions } from './layout.ts'

interface LaidOut {
  readonly id: string
  readonly x?: number
  readonly y?: number
  readonly width?: number
  readonly height?: number
  readonly children?: readonly LaidOut[]
}

export function positionsIn(nodes: readonly LaidOut[], from = { x: 0, y: 0 }): Positions {
  return Object.fromEntries(
    nodes.flatMap(({ id, x = 0, y = 0, width, height, children }) => {
      const at = { x: from.x + x, y: from.y + y }
      if (children === undefined || children.length === 0) return [[id, at] as const]
      const size =
        width === undefined || height === undefined ? {} : { width: Math.round(width), height: Math.round(height) }
      return [[id, { ...at, ...size }] as const, ...Object.entries(positionsIn(children, at))]
    }),
  )
}
