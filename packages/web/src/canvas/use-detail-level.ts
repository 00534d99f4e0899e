import { useState } from 'react'
import type { Store } from '../ui/store.ts'
import type { CanvasState } from './canvas-state.ts'

/** Below this zoom not even titles are drawn. */
const TINY_ZOOM = 0.13
/** Below these zooms ports cannot be read; with many nodes drawing them costs too much a little earlier. */
const FAR_ZOOM = { few: 0.36, many: 0.42 }

/** How much of the nodes is drawn at the current zoom. Nodes read `isFar` from the store, so only they re-render. */
export function useDetailLevel(store: Store<CanvasState>, isCrowded: boolean) {
  const [isTiny, setTiny] = useState(false)
  const farZoom = isCrowded ? FAR_ZOOM.many : FAR_ZOOM.few
  const onViewportChange = ({ zoom }: { readonly zoom: number }) => {
    const isFar = zoom < farZoom
    if (store.get().isFar !== isFar) store.set({ isFar })
    setTiny(zoom < TINY_ZOOM)
  }
  return { isTiny, onViewportChange }
}
