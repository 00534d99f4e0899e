/** The index of the nodes that connections go around: built once for each change of positions, not for each connection. */
import type { InternalNode } from '@xyflow/react'
import { type Obstacle, ObstacleIndex } from '../graph/obstacle-index.ts'

export type Obstacles = (nodes: ReadonlyMap<string, InternalNode>, placement: number) => ObstacleIndex

export function obstacleCache(): Obstacles {
  let last: { readonly placement: number; readonly size: number; readonly index: ObstacleIndex } | undefined
  return (nodes, placement) => {
    if (last?.placement !== placement || last.size !== nodes.size) {
      last = { placement, size: nodes.size, index: new ObstacleIndex(obstaclesOf(nodes)) }
    }
    return last.index
  }
}

function* obstaclesOf(nodes: ReadonlyMap<string, InternalNode>): Generator<Obstacle> {
  for (const { id, zIndex = 0, internals, measured } of nodes.values()) {
    // Notes and groups are behind everything, and connections may cross them.
    if (zIndex < 0) continue
    const { width = 0, height = 0 } = measured
    yield { id, ...internals.positionAbsolute, width, height }
  }
}
