/** What goes on beside editing: live validation, and drafts. Starts with the editor and stops with it. */
import { problemsIn } from '@millrace/model'
import { EDITOR_LANGUAGES } from './languages.ts'
import { keepDraft } from './save.ts'
import type { EditorSession } from './session.ts'

const VALIDATE_AFTER_MS = 120
const DRAFT_AFTER_MS = 700
const MAX_NODES = 10_000

export function startBackgroundWork(session: EditorSession): () => void {
  const { store } = session
  let validated: unknown
  let catalogue: unknown
  let validation: ReturnType<typeof setTimeout> | undefined
  let draft: ReturnType<typeof setTimeout> | undefined
  const validate = () => {
    const { log, catalogue, phase } = store.get()
    if (phase !== 'ready') return
    store.set({ problems: problemsIn(log.document, { catalogue, languages: EDITOR_LANGUAGES, maxNodes: MAX_NODES }) })
  }
  const look = () => {
    const state = store.get()
    if (state.phase !== 'ready' || (state.log.document === validated && state.catalogue === catalogue)) return
    validated = state.log.document
    catalogue = state.catalogue
    clearTimeout(validation)
    validation = setTimeout(validate, VALIDATE_AFTER_MS)
    clearTimeout(draft)
    draft = setTimeout(() => keepDraft(session), DRAFT_AFTER_MS)
  }
  const leave = () => keepDraft(session)
  look()
  const stop = store.subscribe(look)
  window.addEventListener('pagehide', leave)
  return () => {
    clearTimeout(validation)
    clearTimeout(draft)
    stop()
    window.removeEventListener('pagehide', leave)
  }
}
