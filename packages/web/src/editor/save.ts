/**
 * Saving with the loaded revision, so that no changes of other users are overwritten. After an error the changes stay
 * in the editor.
 */

import { ApiError, type CreateWorkflowBody, type Saved, type UpdateWorkflowBody } from '@millrace/client'
import { sameJson, type Workflow, withDeletedSecrets } from '@millrace/model'
import { asApiError } from '../api/api-error.ts'
import { LEAN } from '../api/lean.ts'
import {
  bodyOf,
  documentOf,
  type EditorDocument,
  type Origin,
  originOf,
  withSwitches,
  workflowOf,
} from './editor-document.ts'
import { isDirty } from './editor-state.ts'
import { replaceDocument } from './replace-document.ts'
import type { EditorSession } from './session.ts'

/** Saves the document; returns true if the service stored it. */
export async function save(
  session: EditorSession,
  { revision }: { revision?: number | undefined } = {},
): Promise<boolean> {
  const { store, handlers, drafts } = session
  const { history, isSaving, isEditable } = store.get()
  if (isSaving || !isEditable) return false
  const document = history.document
  const workflow = workflowOf(document, store.get().origin)
  if ((await handlers.onBeforeSave?.(workflow)) === false) return false
  store.set({ isSaving: true })
  try {
    // The first edit of a new workflow may be creating it.
    await drafts.idle()
    const { origin } = store.get()
    const { data: stored, warnings } = await sent(session, document, revision ?? origin?.revision)
    adopt(session, document, stored)
    if (origin === undefined && stored.id !== undefined) handlers.onCreated?.(stored.id)
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

async function sent(
  { client, options, store, text, handlers }: EditorSession,
  document: EditorDocument,
  revision: number | undefined,
): Promise<Saved<Workflow>> {
  const { origin, saved } = store.get()
  if (handlers.onSave !== undefined) {
    const workflow = workflowOf(document, origin)
    const stored = await handlers.onSave(workflow)
    return { data: { ...workflow, ...stored } as Workflow, warnings: [] }
  }
  const body = bodyOf(document, text().editor.bar.untitled)
  if (origin === undefined)
    return client.createWorkflow({ ...LEAN, project: options.project, body: body as CreateWorkflowBody })
  // The service keeps hidden settings that are missing from a save; deleted ones must be sent as null.
  const nodes = withDeletedSecrets(body.nodes, saved.nodes)
  const config = withSwitches(body.config, origin.publication)
  const change = {
    ...body,
    nodes,
    ...(config === undefined ? {} : { config }),
    ...(revision === undefined ? {} : { revision }),
  }
  return client.updateWorkflow({ id: origin.id, ...LEAN, body: change as UpdateWorkflowBody })
}

/** Shows the warnings of a save once: every save repeats them until they are fixed. */
function showWarnings({ store, toast, text }: EditorSession, warnings: readonly string[]): void {
  const before = new Set(store.get().warnings)
  store.set({ warnings })
  const news = warnings.filter((warning) => !before.has(warning))
  const first = news[0]
  if (first === undefined) return
  toast({ tone: 'warning', text: text().editor.messages.savedWithWarnings(text().message(first), news.length - 1) })
}

/** Makes the stored document the new base. Edits made during the save stay on top of it. */
function adopt(session: EditorSession, sentDocument: EditorDocument, stored: Workflow): void {
  const { store, handlers } = session
  const wasDirty = isDirty(store.get())
  const { document: current } = store.get().history
  const document = current === sentDocument ? settled(sentDocument, stored) : current
  const saved = document === current ? sentDocument : document
  const { origin: before } = store.get()
  session.rebase(document, { origin: storedOrigin(stored, before), saved, conflict: undefined })
  const isNowDirty = isDirty(store.get())
  if (wasDirty !== isNowDirty) handlers.onDirtyStateChange?.(isNowDirty)
}

/** The reply to a save does not name the published version, which stays the same if versions are published by hand. */
function storedOrigin(stored: Workflow, before: Origin | undefined): Origin | undefined {
  const origin = originOf(stored)
  const publishedRevision = before === undefined ? null : before.publication.publishedRevision
  return origin && { ...origin, publication: { ...origin.publication, publishedRevision } }
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

/** Replaces the document by the stored one; can be undone. */
export function takeTheirs(session: EditorSession, theirs: Workflow): void {
  const { store, handlers } = session
  const { saved, origin } = store.get()
  if (!replaceDocument(session, 'takeTheirs', documentOf(theirs))) return
  const wasDirty = isDirty(store.get())
  session.changeBase({ saved, origin }, { saved: store.get().history.document, origin: originOf(theirs) })
  store.set({ conflict: undefined })
  if (wasDirty) handlers.onDirtyStateChange?.(false)
}
