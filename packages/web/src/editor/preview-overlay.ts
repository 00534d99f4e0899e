/** Lays a difference over the canvas of an editor, and takes it away again. What a run draws there comes back by itself. */

import { differingNodes, type GraphDifference } from '../graph/graph-difference.ts'
import type { NodeMarks } from '../graph/node-marks.ts'
import type { Texts } from '../i18n/texts.ts'
import { changeLines } from './change-text.ts'
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
    const { graph, edgeMarks } = difference
    const marks = withTips(difference, session.text())
    session.store.set({ overlay: { marks, edgeMarks, preview: graph, onLeave } })
    const nodes = differingNodes(difference)
    // The canvas learns of new nodes with its next drawing.
    if (nodes.length > 0) setTimeout(() => session.canvas.current?.show(nodes), 60)
  }
}

/** The marks of a difference; those of changed nodes list the changes. */
function withTips({ diff, marks }: GraphDifference, t: Texts): NodeMarks {
  const tips = diff.nodes.changed.map(
    ({ id, changes }) => [id, { ...marks.get(id), tip: changeLines(changes, t).join('\n') }] as const,
  )
  return new Map([...marks, ...tips])
}
