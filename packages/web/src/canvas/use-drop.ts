/** Dragging node types from the catalogue onto the canvas. */

import type { DragEvent } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasApi } from './canvas-api.ts'
import type { CanvasEditing } from './canvas-editing.ts'
import type { CanvasState } from './canvas-state.ts'
import { edgeAt } from './use-inserting.ts'

const NODE_TYPE_MEDIA = 'application/x-millrace-node-type'

/** The dragged type. The browser exposes the drag data only on drop, and there is only one pointer. */
let dragged: string | undefined

/** Props that make a catalogue element draggable onto a canvas. */
export function dragProps(type: string) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      dragged = type
      event.dataTransfer.setData(NODE_TYPE_MEDIA, type)
      event.dataTransfer.effectAllowed = 'copy'
    },
    onDragEnd: () => {
      dragged = undefined
    },
  }
}

interface DropOptions {
  readonly store: Store<CanvasState>
  readonly editing: CanvasEditing | undefined
  readonly frame: { readonly current: HTMLElement | null }
  readonly api: CanvasApi
}

export function useDrop({ store, editing, frame, api }: DropOptions) {
  if (editing === undefined) return {}
  const mark = (dropEdge: string | undefined) => {
    if (store.get().dropEdge !== dropEdge) store.set({ dropEdge })
  }
  const edgeFor = (event: DragEvent, type: string | undefined) => {
    if (type === undefined) return undefined
    const edge = edgeAt(frame.current, [{ x: event.clientX, y: event.clientY }])
    return edge !== undefined && editing.canInsert(edge, { type }) ? edge : undefined
  }
  return {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(NODE_TYPE_MEDIA)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
      mark(edgeFor(event, dragged))
    },
    onDragLeave: () => mark(undefined),
    onDrop: (event: DragEvent) => {
      const type = event.dataTransfer.getData(NODE_TYPE_MEDIA)
      mark(undefined)
      if (type === '') return
      event.preventDefault()
      editing.onDropType(type, api.toCanvas({ x: event.clientX, y: event.clientY }), edgeFor(event, type))
    },
  }
}
