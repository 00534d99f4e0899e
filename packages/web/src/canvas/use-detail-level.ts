import { useState } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasState } from './canvas-state.ts'

/** Below this zoom titles are not drawn. */
const TINY_ZOOM = 0.13
/** Below these zooms ports are unreadable; with many nodes, drawing them is too expensive a little earlier. */
const FAR_ZOOM = { few: 0.36, many: 0.42 }

/** Below this zoom the text of a card is unreadable. */
const COMPACT_ZOOM = 0.5

/** The level of detail at the current zoom. Nodes read it from the store, so only they re-render. */
export function useDetailLevel(store: Store<CanvasState>, isCrowded: boolean) {
  const [isTiny, setTiny] = useState(false)
  const farZoom = isCrowded ? FAR_ZOOM.many : FAR_ZOOM.few
  const onViewportChange = ({ zoom }: { readonly zoom: number }) => {
    const isFar = zoom < farZoom
    const isCompact = isFar || (!isCrowded && zoom < COMPACT_ZOOM)
    const now = store.get()
    if (now.isFar !== isFar || now.isCompact !== isCompact) store.set({ isFar, isCompact })
    setTiny(zoom < TINY_ZOOM)
  }
  return { isTiny, onViewportChange }
}
