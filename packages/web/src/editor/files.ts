/** Import and export of workflows as files on the user's disk. */
import { completeNode, isObject, type Workflow, withoutSecrets } from '@millrace/model'
import { downloadText, fileNameOf } from '../ui/download.ts'
import { isEdge, isNode } from './clipboard.ts'
import { documentOf, workflowOf } from './editor-document.ts'
import type { EditorSession } from './session.ts'

/** The document without secrets, as written to a file. */
export function exportedText({ store }: EditorSession): string {
  const { history, origin, catalogue } = store.get()
  const nodes = withoutSecrets(history.document.nodes, catalogue)
  // Other editors need the copies of the types in the nodes.
  const document = { ...history.document, nodes: nodes.map((node) => completeNode(node, catalogue)) }
  return `${JSON.stringify(workflowOf(document, origin), null, 2)}\n`
}

export function downloadWorkflow(session: EditorSession): void {
  const { name } = session.store.get().history.document
  downloadText(`${fileNameOf(name, 'workflow')}.json`, exportedText(session), 'application/json')
}

/** Replaces the document by the workflow of a selected file, as one undo step. */
export function uploadWorkflow(session: EditorSession): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.accept = '.json,application/json'
  input.onchange = async () => {
    const text = await input.files?.[0]?.text()
    if (text !== undefined) importText(session, text)
  }
  input.click()
}

export function importText(session: EditorSession, text: string): void {
  const given = parsed(text)
  if (given === undefined) {
    session.toast({ tone: 'error', text: session.text().editor.messages.notAWorkflow })
    return
  }
  const before = session.store.get().history.document
  const { metadata, ...document } = documentOf(given)
  const workflow = {
    ...document,
    ...(before.metadata ? { metadata: { ...before.metadata, ...tags(metadata) } } : {}),
  }
  if (!session.transact('importFile', (tx) => tx.import({ workflow })).ok) return
  session.select({})
  session.toast({ tone: 'success', text: session.text().editor.messages.imported })
  requestAnimationFrame(() => session.canvas.current?.fit())
}

function tags(metadata: Readonly<Record<string, unknown>> | undefined) {
  return Array.isArray(metadata?.tags) ? { tags: metadata.tags } : {}
}

function parsed(text: string): Partial<Workflow> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const given = isObject(value) && isObject(value.workflow) ? value.workflow : value
    return isWorkflow(given) ? given : undefined
  } catch {
    return undefined
  }
}

function isWorkflow(given: unknown): given is Partial<Workflow> {
  if (!isObject(given) || !Array.isArray(given.nodes) || !given.nodes.every(isNode)) return false
  return given.edges === undefined || (Array.isArray(given.edges) && given.edges.every(isEdge))
}
