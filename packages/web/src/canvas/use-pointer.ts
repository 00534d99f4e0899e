/** The position of the pointer over the canvas, without rendering when it moves. */
import type { Point } from '@millrace/model'
import { type PointerEvent, useMemo } from 'react'

export function usePointer() {
  return useMemo(() => {
    let last: Point | undefined
    return {
      /** The position in the window; undefined if the pointer is not over the canvas. */
      position: () => last,
      handlers: {
        onPointerMove: ({ clientX, clientY }: PointerEvent) => {
          last = { x: clientX, y: clientY }
        },
        onPointerLeave: () => {
          last = undefined
        },
      },
    }
  }, [])
}
