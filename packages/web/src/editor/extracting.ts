/** Extracts the selected nodes to a workflow of their own. */

import type { CreateWorkflowBody } from '@millrace/client'
import { type Extraction, type ExtractRefusal, extractionOf } from '@millrace/model'
import { LEAN } from '../api/lean.ts'
import { withMembers } from './grouping.ts'
import { projectOf } from './project-of.ts'
import type { EditorSession } from './session.ts'

export type SelectedExtraction = Extraction | ({ readonly ok: false } & ExtractRefusal)

/** The selected nodes, and the nodes of selected groups. */
function selectedNodes(session: EditorSession): ReadonlySet<string> {
  return withMembers(session, session.store.get().selection.nodes)
}

/** What the selection would become. */
export function selectedExtraction(session: EditorSession): SelectedExtraction {
  const { history, catalogue } = session.store.get()
  return extractionOf(history.document, selectedNodes(session), catalogue)
}

/** Opens the dialog, or reports why the selection cannot be extracted. */
export function startExtracting(session: EditorSession): void {
  const extraction = selectedExtraction(session)
  if (extraction.ok) return session.setView({ dialog: 'extract' })
  const t = session.text().extracting
  const { reason, node, other } = extraction
  session.toast({ tone: 'warning', text: `${t.cannot}: ${t.reasons[reason](node, other)}` })
}

/** Creates the new workflow and replaces the selection by a call of it, as one undo step. */
export async function extractSelected(session: EditorSession, extraction: Extraction, name: string): Promise<boolean> {
  const { origin } = session.store.get()
  const nodes = [...selectedNodes(session)]
  const body = { name, nodes: extraction.child.nodes, edges: extraction.child.edges } as CreateWorkflowBody
  try {
    // The service copies the secrets of the moved nodes, which the page does not know.
    const from = origin === undefined ? {} : { secrets_from: origin.id }
    const { data } = await session.client.createWorkflow({ ...LEAN, ...from, project: projectOf(session), body })
    const done = session.transact('extractNodes', (tx) =>
      tx.extract({ nodes, workflow: data.machineName || data.id, label: name }),
    )
    if (!done.ok) return false
    session.select({ nodes: new Set(done.made.nodes) })
    session.toast({ tone: 'success', text: session.text().extracting.done(name) })
    return true
  } catch (error) {
    session.report(error, 'saveWorkflow')
    return false
  }
}
