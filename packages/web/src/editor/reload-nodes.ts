/** Reads the node types again when the service has reloaded them (`--watch-nodes`). Loaded after the editor is open. */
import type { CatalogueState } from '@millrace/model'
import { loadNodeTypes, servedCatalogue } from '../api/served-catalogue.ts'
import { watchShared } from '../api/shared-stream.ts'
import { draftModeOf } from './drafts/draft-mode.ts'
import type { EditorSession } from './session.ts'

export async function watchReloads(session: EditorSession, signal: AbortSignal): Promise<void> {
  const { client, options } = session
  if (draftModeOf(options) !== 'service' || options.nodes !== undefined) return
  const config = await client.getSystemConfig({}, { signal }).catch(() => undefined)
  if (config?.features.reloadsNodes !== true) return
  // What was loaded with the page may be older than the first event, unless nothing was reloaded yet.
  let known = 0
  await watchShared(`millrace:${client.baseUrl}/catalogue`, (opening) => client.watchCatalogue({}, opening), {
    signal,
    onEvent: (event) => {
      if (event.event !== 'catalogue' || event.data.version === known) return
      known = event.data.version
      void reload(session, event.data, signal)
    },
  }).catch(() => {})
}

async function reload(session: EditorSession, { problems }: CatalogueState, signal: AbortSignal): Promise<void> {
  const { client, store, toast } = session
  for (const { file, message } of problems)
    toast({ tone: 'error', text: file === '' ? message : `${file}: ${message}` })
  try {
    const [types, categories] = await Promise.all([loadNodeTypes(client), client.listCategories()])
    if (signal.aborted) return
    const { canConnect } = store.get().catalogue
    store.set({ catalogue: { ...servedCatalogue(types, categories), ...(canConnect && { canConnect }) } })
  } catch {
    // The next reload tries again; the editor notices by itself that the service is gone.
  }
}
