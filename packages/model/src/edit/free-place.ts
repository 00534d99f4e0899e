/** The position of a new node: to the right of the node it follows, below other nodes that are there. */

import type { Catalogue } from '../catalogue.ts'
import type { Point } from '../geometry.ts'
import type { Size } from '../node-sizes.ts'
import type { Graph, WorkflowNode } from '../workflow/workflow.ts'
import { isGroup } from './groups.ts'
import { sizeOf } from './node-size.ts'

/** The minimum distance between left sides; wider nodes take more. */
const STEP = 250
const GAP = 60

/** A position without overlap for a node of this size, right of `near` (default: the last node). */
export function freePlace(
  graph: Graph,
  catalogue: Catalogue,
  { near, size = { width: 288, height: 160 } }: Wish = {},
): Point {
  const anchor =
    (near !== undefined && graph.nodes.find((node) => node.id === near)) ||
    graph.nodes.findLast((node) => !isGroup(node))
  if (anchor === undefined) return { x: 0, y: 0 }
  const start = placeOf(anchor)
  const x = start.x + Math.max(STEP, sizeOf(anchor, catalogue).width + GAP)
  const inTheWay = graph.nodes
    .filter((node) => !isGroup(node))
    .map((node) => ({ ...placeOf(node), ...sizeOf(node, catalogue) }))
    .filter((box) => box.x < x + size.width + GAP / 2 && box.x + box.width + GAP / 2 > x)
    .sort((a, b) => a.y - b.y)
  let y = start.y
  for (const box of inTheWay) {
    if (box.y + box.height + GAP / 2 <= y) continue
    if (box.y >= y + size.height + GAP / 2) break
    y = box.y + box.height + GAP
  }
  return { x: Math.round(x), y: Math.round(y) }
}

interface Wish {
  readonly near?: string | undefined
  readonly size?: Size
}

/** The position of a node; default: the origin. */
export function placeOf({ position }: WorkflowNode): Point {
  return { x: coordinate(position?.x), y: coordinate(position?.y) }
}

export function isAt({ position }: WorkflowNode, { x, y }: Point): boolean {
  return position?.x === x && position.y === y
}

/** The node at another position. */
export function movedTo(node: WorkflowNode, { x, y }: Point): WorkflowNode {
  return { ...node, position: { ...node.position, x, y } }
}

function coordinate(value: number | undefined): number {
  return value !== undefined && Number.isFinite(value) ? value : 0
}
