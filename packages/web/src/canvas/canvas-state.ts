/**
 * State that nodes and ports of one canvas subscribe to besides their own data: level of detail and the connection that
 * is being dragged.
 */
import type { Box, Point } from '@millrace/model'
import { createContext, use } from 'react'
import type { ConnectionResult } from '../graph/port-rules.ts'
import { createStore, type Store, useStore } from '../ui/store.ts'
import type { GroupGestures } from './canvas-editing.ts'
import type { Obstacles } from './obstacles.ts'

export interface Connecting {
  readonly node: string
  readonly port: string
  readonly direction: 'input' | 'output'
}

export interface CanvasState {
  /** Zoomed out so far that names are unreadable: nodes are rendered as plain blocks. */
  readonly isFar: boolean
  /** Zoomed out so far that small text is unreadable: nodes show their title and summary in large type. */
  readonly isCompact: boolean
  readonly connecting: Connecting | undefined
  /** The connection into which the dragged node would be inserted. */
  readonly dropEdge: string | undefined
  /** The connection under the pointer. */
  readonly hoverEdge: string | undefined
  /** Counts changes of positions and sizes, so that connections find their way again. */
  readonly placement: number
  /** The node whose title is being edited. */
  readonly renaming: string | undefined
}

export interface CanvasShared {
  readonly store: Store<CanvasState>
  /** Result of checking the dragged connection against this port. */
  readonly checkPort: (connecting: Connecting, node: string, port: string) => ConnectionResult
  readonly colorOf: (dataType: string) => string
  readonly typeNameOf: (dataType: string) => string
  readonly onResize: ((node: string, box: Box) => void) | undefined
  /** The user clicked the add button of a connection. */
  readonly onAddTo: ((edge: string, screen: Point) => void) | undefined
  /** The nodes that connections go around. */
  readonly obstacles: Obstacles
  readonly onGroup: GroupGestures | undefined
  readonly onEditLabel: ((node: string, label: string) => void) | undefined
}

export const createCanvasStore = (): Store<CanvasState> =>
  createStore<CanvasState>({
    isFar: false,
    isCompact: false,
    connecting: undefined,
    dropEdge: undefined,
    hoverEdge: undefined,
    placement: 0,
    renaming: undefined,
  })

export const CanvasContext = createContext<CanvasShared | undefined>(undefined)

export function useCanvas(): CanvasShared {
  const shared = use(CanvasContext)
  if (shared === undefined) throw new Error('useCanvas is used outside of a canvas')
  return shared
}

/** How much of a node is drawn at the current zoom. */
export function useDetail(): 'full' | 'compact' | 'far' {
  return useStore(useCanvas().store, ({ isFar, isCompact }) => (isFar ? 'far' : isCompact ? 'compact' : 'full'))
}
