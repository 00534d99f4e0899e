/** Lays a difference over the canvas of an editor, and takes it away again. What a run draws there comes back by itself. */
import type { Overlay } from '../editor/editor-state.ts'
import { NO_OVERLAY } from '../editor/editor-state.ts'
import type { EditorSession } from '../editor/session.ts'
import { differingNodes, type GraphDifference } from './graph-difference.ts'

export interface Preview {
  readonly show: (difference: GraphDifference | undefined) => void
}

export function previewOn(session: EditorSession): Preview {
  let before: Overlay | undefined
  return {
    show(difference) {
      const { overlay } = session.store.get()
      if (difference === undefined) {
        if (before === undefined) return
        session.store.set({ overlay: before })
        before = undefined
        return
      }
      before ??= { ...overlay, preview: undefined }
      const { graph, marks, edgeMarks } = difference
      session.store.set({ overlay: { ...NO_OVERLAY, marks, edgeMarks, preview: graph } })
      const nodes = differingNodes(difference)
      // The canvas learns of new nodes with its next drawing.
      if (nodes.length > 0) setTimeout(() => session.canvas.current?.show(nodes), 60)
    },
  }
}
