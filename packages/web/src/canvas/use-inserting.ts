/** Putting a node onto a connection: which one it would go into while it is dragged, and that it goes there when let go. */

import type { Point } from '@millrace/model'
import { useMemo } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasEditing } from './canvas-editing.ts'
import type { CanvasState } from './canvas-state.ts'
import type { FlowEdge, FlowNode } from './flow-types.ts'

/** The pointer may leave a connection for so long before what is offered on it goes away. */
const LINGER_MS = 260

/** The connection under the first of some places of the screen that has one. */
export function edgeAt(frame: Element | null, places: readonly Point[]): string | undefined {
  for (const { x, y } of places) {
    const found = document
      .elementsFromPoint(x, y)
      .map((element) => element.closest('.react-flow__edge'))
      .find((edge) => edge !== null && frame?.contains(edge))
    const id = found?.getAttribute('data-id')
    if (id) return id
  }
  return undefined
}

/** A mouse or a finger, as the library hands them over. */
type Pointed = Pointer | { readonly changedTouches: { readonly [index: number]: Pointer | undefined } }
type Pointer = { readonly clientX: number; readonly clientY: number }

interface InsertingOptions {
  readonly store: Store<CanvasState>
  readonly editing: CanvasEditing | undefined
  readonly frame: { readonly current: HTMLElement | null }
}

export function useInserting({ store, editing, frame }: InsertingOptions) {
  return useMemo(() => {
    if (editing === undefined) return { handlers: {}, onMove: undefined }
    let leaving: ReturnType<typeof setTimeout> | undefined
    const mark = (dropEdge: string | undefined) => {
      if (store.get().dropEdge !== dropEdge) store.set({ dropEdge })
    }
    const edgeFor = (event: Pointed, node: FlowNode, moved: readonly FlowNode[]) => {
      // What is connected already was put where it is; only a loose node looks for a place.
      if (moved.length !== 1 || node.data.wired.size > 0) return undefined
      const edge = edgeAt(frame.current, [...pointerOf(event), ...middleOf(frame.current, node.id)])
      return edge !== undefined && editing.canInsert(edge, { node: node.id }) ? edge : undefined
    }
    // The library reports where a dragged node was put before it reports that the drag stopped.
    let edgeNow: () => string | undefined = () => undefined
    const onMove = (positions: Readonly<Record<string, Point>>, by: 'pointer' | 'keys') => {
      const onto = by === 'pointer' ? edgeNow() : undefined
      editing.onMove(positions, onto === undefined ? { by } : { by, onto })
    }
    const handlers = {
      onNodeDrag: (event: Pointed, node: FlowNode, moved: FlowNode[]) => {
        edgeNow = () => edgeFor(event, node, moved)
        mark(edgeNow())
      },
      onNodeDragStop: () => {
        edgeNow = () => undefined
        mark(undefined)
      },
      onEdgeMouseEnter: (_: unknown, edge: FlowEdge) => {
        clearTimeout(leaving)
        if (store.get().connecting === undefined && edge.deletable !== false) store.set({ hoverEdge: edge.id })
      },
      onEdgeMouseLeave: () => {
        leaving = setTimeout(() => {
          // On the way to the button of the connection it is still meant; the button says when it is left.
          if (frame.current?.querySelector('.mr-edge__add:hover') == null) store.set({ hoverEdge: undefined })
        }, LINGER_MS)
      },
    }
    return { handlers, onMove }
  }, [store, editing, frame])
}

function pointerOf(event: Pointed): Point[] {
  const point = 'changedTouches' in event ? event.changedTouches[0] : event
  return point === undefined ? [] : [{ x: point.clientX, y: point.clientY }]
}

/** The middle of a node on the screen, and a little above and below it. */
function middleOf(frame: Element | null, id: string): Point[] {
  const box = frame?.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  if (box === undefined) return []
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  return [0, -box.height / 4, box.height / 4].map((by) => ({ x, y: y + by }))
}
