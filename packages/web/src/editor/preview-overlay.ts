/** Lays a difference over the canvas of an editor, and takes it away again. What a run draws there comes back by itself. */

import { differingNodes, type GraphDifference } from '../graph/graph-difference.ts'
import { NO_OVERLAY } from './editor-state.ts'
import type { EditorSession } from './session.ts'

/** Draws a difference, or the document again; `onLeave` is called when somebody leaves the preview on the canvas. */
export type ShowPreview = (difference: GraphDifference | undefined, onLeave?: () => void) => void

export function previewOn(session: EditorSession): ShowPreview {
  return (difference, onLeave) => {
    if (difference === undefined) {
      if (session.store.get().overlay.preview !== undefined) session.store.set({ overlay: NO_OVERLAY })
      return
    }
    const { graph, marks, edgeMarks } = difference
    session.store.set({ overlay: { marks, edgeMarks, preview: graph, onLeave } })
    const nodes = differingNodes(difference)
    // The canvas learns of new nodes with its next drawing.
    if (nodes.length > 0) setTimeout(() => session.canvas.current?.show(nodes), 60)
  }
}
