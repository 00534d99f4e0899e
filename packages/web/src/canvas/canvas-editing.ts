/** The gestures of a canvas that change the graph. */
import type { Box, GroupColor, Point } from '@millrace/model'
import type { End } from '../graph/connection-check.ts'

export const GRID = 10

export type MenuTarget = { readonly node: string } | { readonly edge: string } | { readonly at: Point }

/** What the tools of a selected group do. */
export interface GroupGestures {
  readonly color: (group: string, color: GroupColor) => void
  readonly ungroup: (group: string) => void
}

export interface CanvasEditing {
  /** Nodes were moved; a single node may have been dropped onto a connection that it can be inserted into. */
  readonly onMove: (positions: Readonly<Record<string, Point>>, how: { by: 'pointer' | 'keys'; onto?: string }) => void
  readonly onConnect: (source: End, target: End) => void
  /** One end of an edge was dragged elsewhere; dropped on empty canvas, the edge is removed. */
  readonly onReconnect: (edge: string, ends: { source: End; target: End } | undefined) => void
  /** A connection was dropped on empty canvas. */
  readonly onLooseEnd: (from: End, direction: 'input' | 'output', at: { canvas: Point; screen: Point }) => void
  /** A node type was dropped, possibly onto a connection that it can be inserted into. */
  readonly onDropType: (type: string, at: Point, edge: string | undefined) => void
  /** True if a node, or a new node of a type, can be inserted into a connection. */
  readonly canInsert: (edge: string, what: { readonly node: string } | { readonly type: string }) => boolean
  /** The user clicked the add button of a connection. */
  readonly onAddTo: (edge: string, screen: Point) => void
  readonly onRename: (node: string, label: string) => void
  readonly onResize: (node: string, box: Box) => void
  readonly onGroup: GroupGestures
}
