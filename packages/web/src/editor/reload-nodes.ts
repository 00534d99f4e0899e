/**
 * Shows node files that the service cannot load, and reads the node types again when it has reloaded them
 * (`--watch-nodes`). Loaded after the editor is open.
 */
import type { CatalogueState } from '@millrace/model'
import { loadNodeTypes, servedCatalogue } from '../api/served-catalogue.ts'
import { watchShared } from '../api/shared-stream.ts'
import { draftModeOf } from './drafts/draft-mode.ts'
import type { EditorSession } from './session.ts'

type Problems = CatalogueState['problems']

/** More than these would cover the canvas; the log of the service has all. */
const MAX_SHOWN = 3

export async function watchReloads(session: EditorSession, signal: AbortSignal): Promise<void> {
  const { client, options } = session
  if (draftModeOf(options) !== 'service' || options.nodes !== undefined) return
  const config = await client.getSystemConfig({}, { signal }).catch(() => undefined)
  if (config?.features.reloadsNodes !== true && config?.features.invalidNodeFiles !== true) return
  let known = -1
  await watchShared(`millrace:${client.baseUrl}/catalogue`, (opening) => client.watchCatalogue({}, opening), {
    signal,
    onEvent: (event) => {
      if (event.event !== 'catalogue' || event.data.version === known) return
      known = event.data.version
      showProblems(session, event.data.problems)
      // What was loaded with the page may be older than the first event, unless nothing was reloaded yet.
      if (known > 0) void reload(session, signal)
    },
  }).catch(() => {})
}

function showProblems({ toast }: EditorSession, problems: Problems): void {
  for (const { file, message } of problems.slice(0, MAX_SHOWN))
    toast({ tone: 'error', text: file === '' ? message : `${file}: ${message}` })
}

async function reload({ client, store }: EditorSession, signal: AbortSignal): Promise<void> {
  try {
    const [types, categories] = await Promise.all([loadNodeTypes(client), client.listCategories()])
    if (signal.aborted) return
    const { canConnect } = store.get().catalogue
    store.set({ catalogue: { ...servedCatalogue(types, categories), ...(canConnect && { canConnect }) } })
  } catch {
    // The next reload tries again; the editor notices by itself that the service is gone.
  }
}
