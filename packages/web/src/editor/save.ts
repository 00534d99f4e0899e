/**
 * Saving with the loaded revision, so that no changes of other users are overwritten. After an error the changes stay
 * in the editor.
 */

import { ApiError, type CreateWorkflowBody, type Saved, type UpdateWorkflowBody } from '@millrace/client'
import { sameJson, type Workflow, withDeletedSecrets } from '@millrace/model'
import { asApiError } from '../api/api-error.ts'
import { LEAN } from '../api/lean.ts'
import { draftKey, draftStore, withoutPlainSecrets } from './drafts.ts'
import { bodyOf, documentOf, type EditorDocument, originOf, workflowOf } from './editor-document.ts'
import { isDirty } from './editor-state.ts'
import type { EditorSession } from './session.ts'

/** Saves the document; returns true if the service stored it. */
export async function save(
  session: EditorSession,
  { revision }: { revision?: number | undefined } = {},
): Promise<boolean> {
  const { store, handlers } = session
  const { history, origin, isSaving, isEditable } = store.get()
  if (isSaving || !isEditable) return false
  const document = history.document
  const workflow = workflowOf(document, origin)
  if ((await handlers.onBeforeSave?.(workflow)) === false) return false
  store.set({ isSaving: true })
  try {
    const { data: stored, warnings } = await sent(session, document, revision ?? origin?.revision)
    adopt(session, document, stored)
    showWarnings(session, warnings)
    handlers.onAfterSave?.(stored)
    return true
  } catch (error) {
    await failed(session, asApiError(error), workflow)
    return false
  } finally {
    store.set({ isSaving: false })
  }
}

function sent(
  { client, store, text }: EditorSession,
  document: EditorDocument,
  revision: number | undefined,
): Promise<Saved<Workflow>> {
  const { origin, saved } = store.get()
  const body = bodyOf(document, text().editor.bar.untitled)
  if (origin === undefined) return client.createWorkflow({ ...LEAN, body: body as CreateWorkflowBody })
  // The service keeps hidden settings that are missing from a save; deleted ones must be sent as null.
  const nodes = withDeletedSecrets(body.nodes, saved.nodes)
  const change = { ...body, nodes, ...(revision === undefined ? {} : { revision }) }
  return client.updateWorkflow({ id: origin.id, ...LEAN, body: change as UpdateWorkflowBody })
}

/** Shows the warnings of a save once: every save repeats them until they are fixed. */
function showWarnings({ store, toast, text }: EditorSession, warnings: readonly string[]): void {
  const before = new Set(store.get().warnings)
  store.set({ warnings })
  const news = warnings.filter((warning) => !before.has(warning))
  const first = news[0]
  if (first === undefined) return
  toast({ tone: 'warning', text: text().editor.messages.savedWithWarnings(first, news.length - 1) })
}

/** Makes the stored document the new base. Edits made during the save stay on top of it. */
function adopt(session: EditorSession, sentDocument: EditorDocument, stored: Workflow): void {
  const { store, handlers, options } = session
  const wasDirty = isDirty(store.get())
  const keyBefore = draftKey(options.draftStorageKey, store.get().origin?.id)
  const { document: current } = store.get().history
  const document = current === sentDocument ? settled(sentDocument, stored) : current
  const saved = document === current ? sentDocument : document
  session.rebase(document, { origin: originOf(stored), saved, conflict: undefined, draft: undefined })
  draftStore(keyBefore, localStorage).drop()
  const isNowDirty = isDirty(store.get())
  if (wasDirty !== isNowDirty) handlers.onDirtyStateChange?.(isNowDirty)
}

/** The document with the changes of the service: secrets as placeholders, a name instead of an empty one. */
function settled(document: EditorDocument, stored: Workflow): EditorDocument {
  const byId = new Map(stored.nodes.map((node) => [node.id, node]))
  let isOther = document.name !== stored.name
  const nodes = document.nodes.map((node) => {
    const theirs = byId.get(node.id)
    if (theirs === undefined || sameJson(theirs.data?.config, node.data?.config)) return node
    isOther = true
    return { ...node, data: { ...node.data, config: theirs.data?.config ?? {} } }
  })
  return isOther ? { ...document, name: stored.name, nodes } : document
}

async function failed(session: EditorSession, error: ApiError, workflow: Partial<Workflow>): Promise<void> {
  const { store, client, options, handlers } = session
  const t = session.text()
  keepDraft(session)
  const { origin } = store.get()
  handlers.onSaveError?.(error, workflow)
  if (error.code === 'STALE_VERSION' && origin !== undefined) {
    const isHandled = handlers.onApiError?.(error, 'saveWorkflow') === true
    const theirs = isHandled ? undefined : await client.getWorkflow({ id: origin.id, ...LEAN }).catch(() => undefined)
    if (theirs !== undefined) store.set({ conflict: theirs })
    return
  }
  const shown = new ApiError(t.editor.messages.saveFailed(error.message), error)
  if (handlers.onApiError?.(error, 'saveWorkflow') !== true && options.features?.showToasts !== false) {
    session.toast({ tone: 'error', text: shown.message, action: { label: t.ui.retry, run: () => void save(session) } })
  }
}

/** Stores the unsaved document so that a reload can restore it. */
export function keepDraft({ store, options }: EditorSession): void {
  const state = store.get()
  if (options.features?.autoSaveDraft === false || state.phase !== 'ready') return
  const drafts = draftStore(draftKey(options.draftStorageKey, state.origin?.id), localStorage)
  if (!isDirty(state)) {
    if (state.draft === undefined) drafts.drop()
    return
  }
  drafts.write({
    document: withoutPlainSecrets(state.history.document, state.catalogue),
    at: new Date().toISOString(),
    revision: state.origin?.revision,
  })
}

/** Replaces the document by the stored one; can be undone. */
export function takeTheirs({ store, transact, handlers }: EditorSession, theirs: Workflow): void {
  const workflow = documentOf(theirs)
  const taken = transact('takeTheirs', (tx) => {
    const drop = Object.keys(tx.current).filter((key) => !Object.hasOwn(workflow, key))
    tx.document({ drop })
    tx.import({ workflow })
  })
  if (!taken.ok) return
  const wasDirty = isDirty(store.get())
  store.set({ saved: store.get().history.document, origin: originOf(theirs), conflict: undefined })
  if (wasDirty) handlers.onDirtyStateChange?.(false)
}
