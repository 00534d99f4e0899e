/** How the values of a viewer are referred to. */
import type { DragEvent } from 'react'
import { EXPRESSION_DRAG_TYPE, expressionPath, type PathStep } from './expression-path.ts'

export interface ValuePath {
  /** The expression of the whole value, for example `nodes.fetch.body`. */
  readonly start: string
  /** True if the values can be dragged into fields. */
  readonly canDrag: boolean
}

/** Props that make the element of a value draggable. */
export function dragProps({ start, canDrag }: ValuePath, steps: () => readonly PathStep[]) {
  if (!canDrag) return {}
  return {
    draggable: true,
    onDragStart: (event: DragEvent) => {
      const path = expressionPath(start, steps())
      event.dataTransfer.setData(EXPRESSION_DRAG_TYPE, path)
      event.dataTransfer.setData('text/plain', `{{ ${path} }}`)
      event.dataTransfer.effectAllowed = 'copy'
    },
  }
}
