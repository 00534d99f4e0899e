/** Loads the catalogue, the port rules and the workflow of a session. */

import type { Catalogue } from '@millrace/model'
import { LEAN } from '../api/lean.ts'
import { loadNodeTypes, servedCatalogue } from '../api/served-catalogue.ts'
import { withInitialLayout } from '../graph/initial-layout.ts'
import { type GivenPortConfig, type PortRules, portRulesOf } from '../graph/port-rules.ts'
import { workflowOf } from './editor-document.ts'
import { isEditable } from './editor-options.ts'
import { isDirty } from './editor-state.ts'
import type { EditorSession } from './session.ts'

/** Loads what the host did not provide. Errors are reported; without a catalogue or workflow the editor stays empty. */
export async function load(session: EditorSession): Promise<void> {
  const { store } = session
  store.set({ phase: 'loading', failure: undefined })
  const [catalogue, rules, given] = await Promise.all([catalogueFor(session), rulesFor(session), workflowFor(session)])
  if (catalogue === undefined || given === undefined) {
    const { loadFailed, loadFailedCatalogue } = session.text().editor.messages
    const failure = given === undefined ? loadFailed : loadFailedCatalogue
    store.set({ phase: 'failed', failure })
    return
  }
  // Before drafts are opened: a person who must not edit the workflow has none.
  store.set({ isEditable: isEditable(session.options) && session.mayEdit(given) })
  const portRules = portRulesOf(rules)
  // Commands and validation use the same rules as the canvas, also with the node types of a host.
  const ruled = rules === undefined ? catalogue : withRules(catalogue, portRules)
  // Not an edit: the layout is stored with the next save, and the document is not dirty before.
  const placed = withInitialLayout(given, ruled)
  session.open(placed, { catalogue: ruled, rules: portRules })
  await session.drafts.open(placed)
  store.set({ phase: 'ready' })
  const { history, origin } = store.get()
  session.handlers.onWorkflowLoad?.(workflowOf(history.document, origin))
  if (isDirty(store.get())) session.handlers.onDirtyStateChange?.(true)
}

function withRules(catalogue: Catalogue, { checkTypes }: PortRules): Catalogue {
  return { ...catalogue, canConnect: (from, to) => checkTypes(from, to).ok }
}

async function catalogueFor({ client, options, report }: EditorSession) {
  try {
    const types = options.nodes ?? (await loadNodeTypes(client))
    // The built-in categories always exist; a host without this endpoint still has them.
    const categories = options.categories ?? (options.nodes ? [] : await client.listCategories().catch(() => []))
    return servedCatalogue(types, categories)
  } catch (error) {
    report(error, 'loadNodes')
    return undefined
  }
}

async function rulesFor({ client, options, report }: EditorSession): Promise<GivenPortConfig | undefined> {
  if (options.portConfig !== undefined) return options.portConfig
  if (options.nodes !== undefined && options.baseUrl === undefined && options.endpointConfig === undefined)
    return undefined
  try {
    return await client.getPortConfig()
  } catch (error) {
    report(error, 'loadPortConfig')
    return undefined
  }
}

async function workflowFor({ client, options, report }: EditorSession) {
  if (options.workflow !== undefined) return options.workflow
  if (options.workflowId === undefined) return {}
  try {
    return await client.getWorkflow({ id: options.workflowId, ...LEAN })
  } catch (error) {
    report(error, 'loadWorkflow')
    return undefined
  }
}
