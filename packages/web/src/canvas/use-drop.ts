/** Node types that are dragged in from the catalogue. */
import type { DragEvent } from 'react'
import type { Spot } from './canvas.tsx'
import type { CanvasApi } from './canvas-api.ts'

const NODE_TYPE_MEDIA = 'application/x-millrace-node-type'

/** Makes an element of the catalogue draggable onto a canvas. */
export function dragProps(type: string) {
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(NODE_TYPE_MEDIA, type)
      event.dataTransfer.effectAllowed = 'copy'
    },
  }
}

export function useDrop(onDropType: ((type: string, at: Spot) => void) | undefined, api: CanvasApi) {
  if (onDropType === undefined) return {}
  return {
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(NODE_TYPE_MEDIA)) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'copy'
    },
    onDrop: (event: DragEvent) => {
      const type = event.dataTransfer.getData(NODE_TYPE_MEDIA)
      if (type === '') return
      event.preventDefault()
      onDropType(type, api.toCanvas({ x: event.clientX, y: event.clientY }))
    },
  }
}
