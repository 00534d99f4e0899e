import { createContext, use } from 'react'
import { useStore } from '../ui/store.ts'
import type { EditorState } from './editor-state.ts'
import type { EditorSession } from './session.ts'

export const EditorContext = createContext<EditorSession | undefined>(undefined)

/** The session of the surrounding editor. */
export function useEditor(): EditorSession {
  const session = use(EditorContext)
  if (session === undefined) throw new Error('useEditor is used outside of an editor')
  return session
}

/** Subscribes to a part of the editor's state. */
export function useEditorState<S>(select: (state: EditorState) => S, isSame?: (a: S, b: S) => boolean): S {
  return useStore(useEditor().store, select, isSame)
}
