/**
 * Straightens a manual layout: nearly aligned nodes are aligned in columns and rows on a grid. A node that was left of or
 * above another is never moved to its right or below it.
 */
import type { Catalogue } from '../catalogue.ts'
import type { Box } from '../geometry.ts'
import type { Graph } from '../workflow/workflow.ts'
import { placeOf } from './free-place.ts'
import { layoutByGroup } from './group-layout.ts'
import { sizeOf } from './node-size.ts'

const GRID = 20
const COLUMN_WIDTH = 120
const ROW_HEIGHT = 60
const GAP = 40

interface Piece extends Box {
  readonly at: number
}

/** The graph with its nodes on a grid, in their order, without overlaps; groups keep their nodes. */
export function beautified(graph: Graph, catalogue: Catalogue): Graph {
  return layoutByGroup(graph, catalogue, (flat) => straightened(flat, catalogue))
}

function straightened(graph: Graph, catalogue: Catalogue): Graph {
  const pieces = graph.nodes.map((node, at): Piece => ({ at, ...placeOf(node), ...sizeOf(node, catalogue) }))
  const columns = columnsOf(pieces)
  const xs = columnPlaces(columns)
  const columnAt = new Map(columns.flatMap((column, at) => column.map((piece) => [piece.at, at] as const)))
  const ys = rowPlaces(rowsOf(pieces, columnAt), columnAt)
  return {
    ...graph,
    nodes: graph.nodes.map((node, at) => ({
      ...node,
      position: { ...node.position, x: xs[columnAt.get(at) ?? 0] ?? 0, y: ys.get(at) ?? 0 },
    })),
  }
}

function columnsOf(pieces: readonly Piece[]): Piece[][] {
  const columns: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => a.x - b.x || a.at - b.at)) {
    const column = columns.at(-1)
    const first = column?.[0]
    if (column === undefined || first === undefined || piece.x - first.x > COLUMN_WIDTH) columns.push([piece])
    else column.push(piece)
  }
  return columns
}

function columnPlaces(columns: readonly (readonly Piece[])[]): number[] {
  let end = Number.NEGATIVE_INFINITY
  return columns.map((column) => {
    const x = Math.max(snapped(column[0]?.x ?? 0), end)
    end = above(x + column.reduce((most, piece) => Math.max(most, piece.width), 0) + GAP)
    return x
  })
}

/** Rows from top to bottom; two nodes of one column never share a row. */
function rowsOf(pieces: readonly Piece[], columnAt: ReadonlyMap<number, number>): Piece[][] {
  const rows: Piece[][] = []
  let taken = new Set<number | undefined>()
  for (const piece of pieces.toSorted((a, b) => a.y - b.y || a.at - b.at)) {
    const row = rows.at(-1)
    const first = row?.[0]
    const column = columnAt.get(piece.at)
    if (row === undefined || first === undefined || piece.y - first.y > ROW_HEIGHT || taken.has(column)) {
      rows.push([piece])
      taken = new Set([column])
    } else {
      row.push(piece)
      taken.add(column)
    }
  }
  return rows
}

function rowPlaces(rows: readonly (readonly Piece[])[], columnAt: ReadonlyMap<number, number>): Map<number, number> {
  const places = new Map<number, number>()
  const ends = new Map<number, number>()
  let last = Number.NEGATIVE_INFINITY
  for (const row of rows) {
    const free = row.map((piece) => ends.get(columnAt.get(piece.at) ?? 0) ?? Number.NEGATIVE_INFINITY)
    const y = free.reduce((most, end) => Math.max(most, end), Math.max(last, snapped(row[0]?.y ?? 0)))
    for (const piece of row) {
      places.set(piece.at, y)
      ends.set(columnAt.get(piece.at) ?? 0, above(y + piece.height + GAP))
    }
    last = y
  }
  return places
}

function snapped(value: number): number {
  // Adding zero converts a negative zero.
  return Math.round(value / GRID) * GRID + 0
}

function above(value: number): number {
  return Math.ceil(value / GRID) * GRID
}
