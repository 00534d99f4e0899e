/**
 * Inserting a node into a connection by dropping it there: highlights the target while dragging and reports the drop.
 */

import type { Point } from '@millrace/model'
import { useMemo } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasEditing } from './canvas-editing.ts'
import type { CanvasState } from './canvas-state.ts'
import type { FlowEdge, FlowNode } from './flow-types.ts'

/** Delay before the add button of a connection disappears after the pointer leaves. */
const LINGER_MS = 260

/** The connection under the first of the given screen points that has one. */
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

/** A mouse or touch event, as passed by the library. */
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
      // Only unconnected nodes can be inserted.
      if (moved.length !== 1 || node.data.wired.size > 0) return undefined
      const edge = edgeAt(frame.current, [...pointerOf(event), ...middleOf(frame.current, node.id)])
      return edge !== undefined && editing.canInsert(edge, { node: node.id }) ? edge : undefined
    }
    // The library reports the final position of a dragged node before the end of the drag.
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
          // The connection stays active on the way to its add button; the button reports when the pointer leaves it.
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

/** Center of a node on the screen, and points slightly above and below it. */
function middleOf(frame: Element | null, id: string): Point[] {
  const box = frame?.querySelector(`.react-flow__node[data-id="${CSS.escape(id)}"]`)?.getBoundingClientRect()
  if (box === undefined) return []
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  return [0, -box.height / 4, box.height / 4].map((by) => ({ x, y: y + by }))
}
