/** Unsaved changes when the page is hidden or closed. */
import { isDirty } from './editor-state.ts'
import type { EditorSession } from './session.ts'

/** Keeps the changes, and lets the browser ask before the page is closed. */
export function watchPageClosing(session: EditorSession): () => void {
  const { drafts, options, store } = session
  // Phones end hidden pages without another event.
  const hide = () => {
    if (document.hidden) void drafts.flush()
  }
  const ask = (event: BeforeUnloadEvent) => {
    const state = store.get()
    if (options.features?.asksBeforeUnload === false || !state.isEditable || !isDirty(state)) return
    drafts.keepInBrowser()
    event.preventDefault()
  }
  document.addEventListener('visibilitychange', hide)
  window.addEventListener('pagehide', drafts.keepInBrowser)
  window.addEventListener('beforeunload', ask)
  return () => {
    document.removeEventListener('visibilitychange', hide)
    window.removeEventListener('pagehide', drafts.keepInBrowser)
    window.removeEventListener('beforeunload', ask)
  }
}
