/** Publishing and the switches of a stored workflow. They take effect at once, apart from unsaved changes. */
import type { UpdateWorkflowBody } from '@millrace/client'
import { asApiError } from '../api/api-error.ts'
import { LEAN } from '../api/lean.ts'
import { originOf, type Publication, withSwitches } from './editor-document.ts'
import { isDirty } from './editor-state.ts'
import { save } from './save.ts'
import type { EditorSession } from './session.ts'

type Switches = Pick<Publication, 'isManual' | 'isActive'>

/** Saves the newest version with other switches. Unsaved changes stay unsaved and are based on the new version. */
export async function changeSwitches(session: EditorSession, change: Partial<Switches>): Promise<void> {
  const { store, client, drafts } = session
  const { origin, isSaving } = store.get()
  if (origin === undefined || isSaving) return
  store.set({ isSaving: true })
  try {
    await drafts.idle()
    const newest = await client.getWorkflow({ id: origin.id, ...LEAN })
    const before = originOf(newest)?.publication ?? origin.publication
    const config = withSwitches({ ...newest.config }, { ...before, ...change })
    const body: UpdateWorkflowBody = { config: { ...config }, revision: newest.revision }
    const { data } = await client.updateWorkflow({ id: origin.id, ...LEAN, body })
    // A version that was live stays live: only its switches have changed.
    const wasLive = !before.isManual || before.publishedRevision === newest.revision
    const publication = {
      ...before,
      ...change,
      publishedRevision: wasLive ? data.revision : before.publishedRevision,
    }
    store.set((state) => {
      const { drafts: kept } = state
      // The draft must be stored again with its new base.
      const isOutdated = isDirty(state) && kept.keptIn === 'service'
      const isNewest = origin.revision === newest.revision
      return {
        ...state,
        origin: { ...origin, revision: isNewest ? data.revision : origin.revision, publication },
        drafts: isOutdated ? { ...kept, keptIn: 'pending' } : kept,
      }
    })
  } catch (error) {
    session.toast({ tone: 'error', text: asApiError(error).message })
  } finally {
    store.set({ isSaving: false })
  }
}

/** Publishes what is on the canvas, saved first if it has unsaved changes. */
export async function publish(session: EditorSession): Promise<void> {
  const { store, client, toast, text } = session
  if (isDirty(store.get()) && !(await save(session))) return
  const { origin } = store.get()
  if (origin?.revision === undefined) return
  try {
    const state = await client.publishWorkflow({ id: origin.id, body: { revision: origin.revision } })
    const publication = { ...origin.publication, publishedRevision: state.published_revision }
    store.set({ origin: { ...origin, publication } })
    toast({ tone: 'success', text: text().saving.publish.done(origin.revision) })
  } catch (error) {
    toast({ tone: 'error', text: asApiError(error).message })
  }
}
