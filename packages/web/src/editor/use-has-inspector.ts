import { useRef, useSyncExternalStore } from 'react'
import { useEditorState } from './editor-context.tsx'

/**
 * True if the settings are shown: as set by the user, otherwise while something is selected. In a narrow editor they
 * cover the canvas and are only shown when they are opened.
 */
export function useHasInspector(): boolean {
  const chosen = useEditorState((state) => state.view.hasInspector)
  const isSelected = useEditorState(({ selection }) => selection.nodes.size + selection.edges.size > 0)
  const narrow = useEditorState((state) => state.view.narrow)
  const isPressed = useSyncExternalStore(watchPointer, () => isPointerDown)
  const last = useRef(false)
  // The canvas must not change its size during a drag, which selects a node first.
  if (!isPressed) last.current = chosen ?? isSelected
  return narrow?.hasInspector ?? last.current
}

let isPointerDown = false

function watchPointer(onChange: () => void): () => void {
  const set = (isDown: boolean) => () => {
    isPointerDown = isDown
    onChange()
  }
  const [down, up] = [set(true), set(false)]
  window.addEventListener('pointerdown', down, true)
  window.addEventListener('pointerup', up, true)
  window.addEventListener('pointercancel', up, true)
  return () => {
    isPointerDown = false
    window.removeEventListener('pointerdown', down, true)
    window.removeEventListener('pointerup', up, true)
    window.removeEventListener('pointercancel', up, true)
  }
}
