import { LEAN } from '../../api/lean.ts'
import { bodyOf, type EditorDocument, originOf } from '../editor-document.ts'
import type { KeeperNeeds } from './keeper-needs.ts'

/**
 * Creates an empty workflow on the service for the first edit of a new one, so that the edits can be kept as its draft.
 * Returns its id; undefined if the workflow is created by the first save instead.
 */
export async function createWorkflow(session: KeeperNeeds, document: EditorDocument): Promise<string | undefined> {
  const { client, options, store, text, handlers } = session
  if (options.features?.createsOnEdit !== true) return undefined
  const { name } = bodyOf(document, text().editor.bar.untitled)
  const { data } = await client.createWorkflow({ ...LEAN, project: options.project, body: { name } })
  store.set({ origin: originOf(data) })
  handlers.onCreated?.(data.id)
  return data.id
}
