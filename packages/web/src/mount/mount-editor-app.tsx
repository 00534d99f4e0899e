import type { Workflow } from '@millrace/model'
import { draftKey, draftStore } from '../editor/drafts.ts'
import { EditorApp } from '../editor/editor-app.tsx'
import { workflowOf } from '../editor/editor-document.ts'
import type { EditorOptions } from '../editor/editor-options.ts'
import { isDirty } from '../editor/editor-state.ts'
import { exportedText } from '../editor/files.ts'
import { load } from '../editor/load.ts'
import { keepDraft, save } from '../editor/save.ts'
import { createSession } from '../editor/session.ts'
import { EDITOR_EXTENSIONS } from './editor-extensions.ts'
import { type Container, checkedContainer, mountRoot } from './mount-root.tsx'

export type { EditorOptions } from '../editor/editor-options.ts'

/** What a host can do with a mounted editor. */
export interface EditorHandle {
  /** Takes everything away; an unsaved document stays behind as a draft. */
  readonly destroy: () => void
  readonly isDirty: () => boolean
  /** Says that the host has stored the document itself. */
  readonly markAsSaved: () => void
  readonly getWorkflow: () => Partial<Workflow>
  /** Whether the service has the document now. */
  readonly save: () => Promise<boolean>
  /** The document as JSON text, without secrets. */
  readonly export: () => string
  readonly clearDraft: () => void
}

/** Draws an editor into a container. Throws at once if that cannot be done; everything later is told by the handlers. */
export function mountEditorApp(container: Container, options: EditorOptions = {}): EditorHandle {
  const element = checkedContainer(container, options)
  const session = createSession(options)
  const unmount = mountRoot(element, <EditorApp session={session} extensions={EDITOR_EXTENSIONS} />, options)
  void load(session)
  const { store } = session
  const current = () => workflowOf(store.get().history.document, store.get().origin)
  let isMounted = true
  return {
    destroy() {
      if (!isMounted) return
      isMounted = false
      session.handlers.onBeforeUnmount?.(current(), isDirty(store.get()))
      keepDraft(session)
      unmount()
    },
    isDirty: () => isDirty(store.get()),
    markAsSaved: () => store.set((state) => ({ ...state, saved: state.history.document })),
    getWorkflow: current,
    save: () => save(session),
    export: () => exportedText(session),
    clearDraft: () => draftStore(draftKey(options.draftStorageKey, store.get().origin?.id), localStorage).drop(),
  }
}
