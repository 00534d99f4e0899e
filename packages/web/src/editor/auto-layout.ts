/**
 * Auto-layout as one undo step. The library runs in a worker: the editor stays usable and the layout can be cancelled.
 */
import type { Graph, Transaction } from '@millrace/model'
import { elkGraphOf } from '../graph/elk-graph.ts'
import { completedLayout, type Positions, simpleLayout } from '../graph/layout.ts'
import type { EditorDocument } from './editor-document.ts'
import type { EditorSession } from './session.ts'

/** Lays out the document; returns false if it was cancelled or the graph was changed meanwhile. */
export async function layOut(session: EditorSession): Promise<boolean> {
  const { store, transact, toast, text } = session
  store.get().layout?.cancel()
  const { catalogue, history } = store.get()
  const { nodes, edges } = history.document
  const graph: Graph = { nodes, edges }
  const stop = new AbortController()
  const layout = { cancel: () => stop.abort() }
  store.set({ layout })
  try {
    const found = await positionsOf(session, graph, stop.signal)
    const { document } = store.get().history
    if (stop.signal.aborted) return false
    if (document.nodes !== nodes || document.edges !== edges) {
      toast({ tone: 'warning', text: text().editor.messages.layoutOutdated })
      return false
    }
    const positions = completedLayout(graph, catalogue, found)
    if (Object.keys(positions).length > 0) transact('layout', (tx) => placeAll(tx, positions))
    return true
  } finally {
    if (store.get().layout === layout) store.set({ layout: undefined })
  }
}

function placeAll(tx: Transaction<EditorDocument>, positions: Positions): void {
  tx.place({ positions: Object.fromEntries(Object.entries(positions).map(([id, { x, y }]) => [id, { x, y }])) })
  for (const [node, { width, height }] of Object.entries(positions)) {
    if (width !== undefined && height !== undefined) tx.resize({ node, to: { width, height } })
  }
}

/** Positions of the library, or of the simple layout with a message if the library fails. */
async function positionsOf(session: EditorSession, graph: Graph, signal: AbortSignal): Promise<Positions> {
  const { catalogue } = session.store.get()
  try {
    const { layoutInWorker } = await import('./layout-worker.ts')
    return await layoutInWorker(elkGraphOf(graph, catalogue), signal)
  } catch (error) {
    if (signal.aborted) return {}
    const reason = error instanceof Error ? error.message : String(error)
    session.toast({ tone: 'warning', text: session.text().editor.messages.simpleLayout(reason) })
    return simpleLayout(graph, catalogue)
  }
}
