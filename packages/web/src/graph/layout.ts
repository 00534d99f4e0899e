/** Positions after an auto-layout: the result of the layout library, completed by the nodes that it does not handle. */
import {
  type Box,
  type Catalogue,
  type Graph,
  isGroup,
  laidOut,
  type Point,
  type Size,
  type WorkflowNode,
} from '@millrace/model'
import { boxesOf } from './layout-boxes.ts'
import { isAnnotation } from './node-look.ts'

/** New positions by node; groups also get a size. */
export type Positions = Readonly<Record<string, Point & Partial<Size>>>

const GRID = 10
const GAP = 50
const GROUP_GAP = 120
const LOOSE_IN_A_ROW = 5

/**
 * Completes the positions: unconnected nodes in rows below, notes next to their nodes, and the same upper left corner.
 */
export function completedLayout(graph: Graph, catalogue: Catalogue, found: Positions): Positions {
  const boxes = boxMap(graph, catalogue)
  const isLaidOutGroup = (node: WorkflowNode) => isGroup(node) && found[node.id] !== undefined
  const isNote = (node: WorkflowNode) => isAnnotation(node, catalogue.types) && !isLaidOutGroup(node)
  const runs = graph.nodes.filter((node) => !isNote(node))
  if (runs.length === 0) return {}
  const placed = { ...found, ...looseRows(runs, boxes, found) }
  const [from, to] = [cornerOf(runs.map(({ id }) => placed[id])), cornerOf(runs.map(({ id }) => boxes.get(id)))]
  const positions: Record<string, Point & Partial<Size>> = {}
  for (const { id } of runs) {
    const at = placed[id]
    if (at !== undefined) positions[id] = { ...at, x: onGrid(at.x - from.x + to.x), y: onGrid(at.y - from.y + to.y) }
  }
  placeNotes(graph.nodes.filter(isNote), { runs, boxes, positions })
  return positions
}

/** The layout of the model, used if the library is not available: simpler, without ports, and fast for any size. */
export function simpleLayout(graph: Graph, catalogue: Catalogue): Positions {
  const boxes = boxMap(graph, catalogue)
  const nodes = graph.nodes
    .filter((node) => isGroup(node) || !isAnnotation(node, catalogue.types))
    .map((node) => ({ ...node, measured: boxes.get(node.id) }))
  const placed = laidOut({ nodes, edges: graph.edges }, 'horizontal', catalogue).nodes
  return Object.fromEntries(
    placed.flatMap((node) => {
      const { id, position } = node
      if (position === undefined) return []
      return [[id, isGroup(node) ? { ...position, ...sizeIn(node) } : position] as const]
    }),
  )
}

function sizeIn(node: WorkflowNode): Partial<Size> {
  const { width, height }: Readonly<Record<string, unknown>> = { ...node }
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : {}
}

function boxMap(graph: Graph, catalogue: Catalogue): ReadonlyMap<string, Box> {
  return new Map(boxesOf(graph, catalogue).map((box) => [box.id, box]))
}

function looseRows(runs: readonly WorkflowNode[], boxes: ReadonlyMap<string, Box>, found: Positions): Positions {
  const loose = runs.filter(({ id }) => found[id] === undefined)
  let top = 0
  for (const [id, { y }] of Object.entries(found)) top = Math.max(top, y + (boxes.get(id)?.height ?? 0) + GROUP_GAP)
  const positions: Record<string, Point> = {}
  for (let first = 0; first < loose.length; first += LOOSE_IN_A_ROW) {
    const row = loose.slice(first, first + LOOSE_IN_A_ROW)
    let left = 0
    for (const { id } of row) {
      positions[id] = { x: left, y: top }
      left += (boxes.get(id)?.width ?? 0) + GAP
    }
    top += Math.max(...row.map(({ id }) => boxes.get(id)?.height ?? 0)) + GAP
  }
  return positions
}

interface Placing {
  readonly runs: readonly WorkflowNode[]
  readonly boxes: ReadonlyMap<string, Box>
  /** Modified in place. */
  readonly positions: Record<string, Point>
}

/** A note keeps its distance to the nearest node. If it would overlap another box, it moves above that box. */
function placeNotes(notes: readonly WorkflowNode[], { runs, boxes, positions }: Placing): void {
  const taken = runs.map(({ id }) => moved(boxes.get(id), positions[id]))
  for (const { id } of notes) {
    const box = boxes.get(id)
    if (box === undefined) continue
    const near = nearestTo(box, runs, boxes)
    const [before, after] = [boxes.get(near), positions[near]]
    if (before === undefined || after === undefined) continue
    const isFrame = runs.some((node) => touches(box, boxes.get(node.id)))
    let at = { ...box, x: after.x + box.x - before.x, y: after.y + box.y - before.y }
    // A note with nodes on it is a frame; it stays behind them.
    for (let other = isFrame ? undefined : taken.find((one) => touches(at, one)); other !== undefined; ) {
      at = { ...at, y: other.y - at.height - GRID * 2 }
      other = taken.find((one) => touches(at, one))
    }
    positions[id] = { x: onGrid(at.x), y: Math.floor(at.y / GRID) * GRID }
    if (!isFrame) taken.push(moved(box, positions[id]))
  }
}

function nearestTo(box: Box, runs: readonly WorkflowNode[], boxes: ReadonlyMap<string, Box>): string {
  let [nearest, least] = ['', Number.POSITIVE_INFINITY]
  for (const { id } of runs) {
    const distance = distanceOf(box, boxes.get(id))
    if (distance < least) [nearest, least] = [id, distance]
  }
  return nearest
}

function distanceOf(a: Box, b: Box | undefined): number {
  if (b === undefined) return Number.POSITIVE_INFINITY
  const x = Math.max(0, a.x - (b.x + b.width), b.x - (a.x + a.width))
  const y = Math.max(0, a.y - (b.y + b.height), b.y - (a.y + a.height))
  return Math.hypot(x, y)
}

function touches(a: Box, b: Box | undefined): boolean {
  return b !== undefined && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
}

function moved(box: Box | undefined, to: Point | undefined): Box {
  return { x: to?.x ?? 0, y: to?.y ?? 0, width: box?.width ?? 0, height: box?.height ?? 0 }
}

function cornerOf(points: readonly (Point | undefined)[]): Point {
  const corner = { x: Number.POSITIVE_INFINITY, y: Number.POSITIVE_INFINITY }
  for (const point of points) {
    if (point === undefined) continue
    corner.x = Math.min(corner.x, point.x)
    corner.y = Math.min(corner.y, point.y)
  }
  return corner
}

function onGrid(value: number): number {
  return Math.round(value / GRID) * GRID
}
