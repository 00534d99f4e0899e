import { isAnnotation } from '../graph/node-look.ts'
import type { EditorSession } from './session.ts'

/** Opens a node with its input and output. Notes and ideas have no data: their settings open beside the canvas. */
export function openNode(session: EditorSession, id: string): void {
  const { history, catalogue } = session.store.get()
  const node = history.document.nodes.find((one) => one.id === id)
  if (node === undefined || isAnnotation(node, catalogue.types)) {
    session.setView({ hasInspector: undefined, side: undefined })
  } else session.setView({ nodeView: id })
}
