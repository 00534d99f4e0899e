/** The gestures of a canvas that change the graph. */
import type { Box, Point } from '@millrace/model'
import type { End } from '../graph/connection-check.ts'

export const GRID = 10

export type MenuTarget = { readonly node: string } | { readonly edge: string } | { readonly at: Point }

export interface CanvasEditing {
  /** Nodes were moved; a single one may have been let go over a connection that it fits into. */
  readonly onMove: (positions: Readonly<Record<string, Point>>, how: { by: 'pointer' | 'keys'; onto?: string }) => void
  readonly onConnect: (source: End, target: End) => void
  /** An edge was taken at one end and put elsewhere; without a place to go it is dropped. */
  readonly onReconnect: (edge: string, ends: { source: End; target: End } | undefined) => void
  /** A connection was let go over empty canvas. */
  readonly onLooseEnd: (from: End, direction: 'input' | 'output', at: { canvas: Point; screen: Point }) => void
  /** A type of the catalogue was let go, over a connection that it goes into if there is one. */
  readonly onDropType: (type: string, at: Point, edge: string | undefined) => void
  /** Whether a node, or a new one of a type, fits into a connection. */
  readonly canInsert: (edge: string, what: { readonly node: string } | { readonly type: string }) => boolean
  /** Somebody wants to choose a node for the middle of a connection. */
  readonly onAddTo: (edge: string, screen: Point) => void
  readonly onResize: (node: string, box: Box) => void
}
