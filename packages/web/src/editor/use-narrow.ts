import { type RefObject, useEffect, useLayoutEffect } from 'react'
import { viewAtWidth } from './narrow-view.ts'
import type { EditorSession } from './session.ts'

/** Follows the width of the editor. In a narrow one, a tap opens the settings of a node, and closes the catalogue. */
export function useNarrow(session: EditorSession, root: RefObject<HTMLElement | null>): void {
  const { store } = session
  useLayoutEffect(() => {
    const element = root.current
    if (element === null) return
    const measure = (width: number) =>
      store.set((state) => {
        const view = viewAtWidth(state.view, width)
        return view === state.view ? state : { ...state, view }
      })
    // Measured before the first paint, so that no panel is drawn and then disappears.
    measure(element.clientWidth)
    const sizes = new ResizeObserver(() => measure(element.clientWidth))
    sizes.observe(element)
    return () => sizes.disconnect()
  }, [store, root])
  useEffect(() => {
    const element = root.current
    if (element === null) return
    const onClick = (event: MouseEvent) => {
      const { narrow } = store.get().view
      const target = event.target instanceof Element ? event.target : null
      if (narrow === undefined || target?.closest('.mr-canvas') == null) return
      if (narrow.hasSidebar) session.setView({ hasSidebar: false })
      // A drag ends without a click, so moving a node does not cover the canvas.
      const isOther = target.closest('button, input, textarea, a, .react-flow__handle') !== null || event.shiftKey
      const isPart = target.closest('.react-flow__node, .react-flow__edge') !== null
      if (isPart && !isOther) session.setView({ hasInspector: undefined, side: undefined })
    }
    const onKeyDown = (event: KeyboardEvent) => {
      const isInCatalogue = event.target instanceof Element && event.target.closest('.mr-sidebar') !== null
      if (event.key !== 'Escape' || !isInCatalogue || store.get().view.narrow === undefined) return
      // The same key clears the selection, which stays: it decides where the next node is added.
      event.stopPropagation()
      session.setView({ hasSidebar: false })
    }
    element.addEventListener('click', onClick)
    element.addEventListener('keydown', onKeyDown)
    return () => {
      element.removeEventListener('click', onClick)
      element.removeEventListener('keydown', onKeyDown)
    }
  }, [session, store, root])
}
