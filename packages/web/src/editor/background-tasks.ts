/**
 * Background tasks of an editor: live validation, validation by the service, drafts, and the connection. They start and
 * stop with the editor.
 */
import { problemsIn } from '@millrace/model'
import { asApiError } from '../api/api-error.ts'
import { watchConnection } from './connection.ts'
import { bodyOf } from './editor-document.ts'
import { withFreshNodes } from './fresh-nodes.ts'
import { EDITOR_LANGUAGES } from './languages.ts'
import { watchPageClosing } from './page-closing.ts'
import { projectOf } from './project-of.ts'
import { type Checked, restBeforeCheckMs, withChecked } from './service-check.ts'
import type { EditorSession } from './session.ts'

const VALIDATE_AFTER_MS = 120
/** The endpoint needs an id; a workflow that was never saved has none. */
const NO_ID = '00000000-0000-4000-8000-000000000000'
const MAX_NODES = 10_000

export function startBackgroundTasks(session: EditorSession): () => void {
  const { store } = session
  let validated: unknown
  let fresh: unknown = store.get().fresh
  let catalogue: unknown
  let validation: ReturnType<typeof setTimeout> | undefined
  let check: ReturnType<typeof setTimeout> | undefined
  let asking: AbortController | undefined
  let checked: Checked | undefined
  let isRefused = false
  const validate = () => {
    const { history, catalogue, phase, fresh } = store.get()
    if (phase !== 'ready') return
    const own = problemsIn(history.document, { catalogue, languages: EDITOR_LANGUAGES, maxNodes: MAX_NODES })
    store.set({ problems: withFreshNodes(withChecked(own, checked, history.document), fresh) })
  }
  const ask = async () => {
    const { history, origin } = store.get()
    const { document } = history
    asking?.abort()
    asking = new AbortController()
    const body = { metadata: {}, ...bodyOf(document, session.text().editor.bar.untitled), id: origin?.id ?? NO_ID }
    const { signal } = asking
    const project = projectOf(session)
    const result = await session.client.validateWorkflow({ project, body }, { signal }).catch((error: unknown) => {
      // Do not repeat a rejected request: each rejection would be an error in the console.
      const { status } = asApiError(error)
      isRefused ||= status >= 400 && status < 500
      return undefined
    })
    if (result === undefined || store.get().history.document !== document) return
    checked = { document, problems: result.problems }
    validate()
  }
  const look = () => {
    const state = store.get()
    if (state.fresh !== fresh) {
      fresh = state.fresh
      clearTimeout(validation)
      validation = setTimeout(validate, VALIDATE_AFTER_MS)
    }
    if (state.phase !== 'ready' || (state.history.document === validated && state.catalogue === catalogue)) return
    validated = state.history.document
    catalogue = state.catalogue
    clearTimeout(validation)
    validation = setTimeout(validate, VALIDATE_AFTER_MS)
    clearTimeout(check)
    if (!isRefused && session.options.features?.checksOnService && state.history.document.nodes.length > 0)
      check = setTimeout(() => void ask(), restBeforeCheckMs(state.history.document))
  }
  look()
  const reloads = new AbortController()
  void import('./reload-nodes.ts').then(({ watchReloads }) => watchReloads(session, reloads.signal)).catch(() => {})
  const stops = [store.subscribe(look), watchConnection(session), session.drafts.start(), watchPageClosing(session)]
  return () => {
    clearTimeout(validation)
    clearTimeout(check)
    asking?.abort()
    reloads.abort()
    for (const stop of stops) stop()
  }
}
