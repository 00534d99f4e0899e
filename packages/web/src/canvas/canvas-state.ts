/** What nodes and ports of one canvas watch besides their own data: how far away they are, and what is being connected. */
import type { Box, Point } from '@millrace/model'
import { createContext, use } from 'react'
import type { Verdict } from '../graph/port-rules.ts'
import { createStore, type Store, useStore } from '../ui/store.ts'

export interface Connecting {
  readonly node: string
  readonly port: string
  readonly direction: 'input' | 'output'
}

export interface CanvasState {
  /** So far out that names cannot be read: nodes are then drawn as plain blocks. */
  readonly isFar: boolean
  readonly connecting: Connecting | undefined
  /** The connection that what is being dragged would go into. */
  readonly dropEdge: string | undefined
  /** The connection that is pointed at. */
  readonly hoverEdge: string | undefined
}

export interface CanvasShared {
  readonly store: Store<CanvasState>
  /** The verdict on connecting what is being dragged with this port. */
  readonly verdictFor: (connecting: Connecting, node: string, port: string) => Verdict
  readonly colorOf: (dataType: string) => string
  readonly typeNameOf: (dataType: string) => string
  readonly onResize: ((node: string, box: Box) => void) | undefined
  /** Somebody wants a node in the middle of a connection. */
  readonly onAddTo: ((edge: string, screen: Point) => void) | undefined
  readonly onEditLabel: ((node: string, label: string) => void) | undefined
}

export const createCanvasStore = (): Store<CanvasState> =>
  createStore<CanvasState>({ isFar: false, connecting: undefined, dropEdge: undefined, hoverEdge: undefined })

export const CanvasContext = createContext<CanvasShared | undefined>(undefined)

export function useCanvas(): CanvasShared {
  const shared = use(CanvasContext)
  if (shared === undefined) throw new Error('useCanvas is used outside of a canvas')
  return shared
}

export function useIsFar(): boolean {
  return useStore(useCanvas().store, (state) => state.isFar)
}
