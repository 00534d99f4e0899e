import type { Workflow } from '@millrace/model'
import { EditorApp } from '../editor/editor-app.tsx'
import { workflowOf } from '../editor/editor-document.ts'
import type { EditorOptions } from '../editor/editor-options.ts'
import { isDirty } from '../editor/editor-state.ts'
import { exportedText } from '../editor/files.ts'
import { load } from '../editor/load.ts'
import { save } from '../editor/save.ts'
import { createSession } from '../editor/session.ts'
import { EDITOR_EXTENSIONS } from './editor-extensions.ts'
import { type Container, checkedContainer, mountRoot } from './mount-root.tsx'

export type { EditorOptions } from '../editor/editor-options.ts'

/** Handle of a mounted editor. */
export interface EditorHandle {
  /** Unmounts the editor; an unsaved document is kept as a draft. */
  readonly destroy: () => void
  readonly isDirty: () => boolean
  /** Marks the document as saved, for hosts that store it themselves. */
  readonly markAsSaved: () => void
  readonly getWorkflow: () => Partial<Workflow>
  /** Resolves with true if the service stored the document. */
  readonly save: () => Promise<boolean>
  /** The document as JSON text, without secrets. */
  readonly export: () => string
  readonly clearDraft: () => void
}

/** Mounts an editor. Throws immediately if it cannot be mounted; later errors are passed to the handlers. */
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
      unmount()
    },
    isDirty: () => isDirty(store.get()),
    markAsSaved: () => store.set((state) => ({ ...state, saved: state.history.document })),
    getWorkflow: current,
    save: () => save(session),
    export: () => exportedText(session),
    clearDraft: () => session.drafts.clear(),
  }
}
