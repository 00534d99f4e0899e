import { useSyncExternalStore } from 'react'
import { useEditorState } from './editor-context.tsx'

/** From here on there is room for the settings of the workflow beside the canvas and the catalogue. */
const WIDE = '(width >= 1200px)'

/** Whether the settings are shown: as somebody chose, else where there is room, or something that is selected has some. */
export function useHasInspector(): boolean {
  const chosen = useEditorState((state) => state.view.hasInspector)
  const isSelected = useEditorState(({ selection }) => selection.nodes.size + selection.edges.size > 0)
  const isWide = useSyncExternalStore(watchWidth, () => window.matchMedia(WIDE).matches)
  return chosen ?? (isWide || isSelected)
}

function watchWidth(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE)
  query.addEventListener('change', onChange)
  return () => query.removeEventListener('change', onChange)
}
