import { useSyncExternalStore } from 'react'
import { useEditorState } from './editor-context.tsx'

/** From this width on, the workflow settings fit beside the canvas and the catalogue. */
const WIDE = '(width >= 1200px)'

/** True if the settings are shown: as set by the user, otherwise if there is space or a node or edge is selected. */
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
