/** Shows a difference on the canvas of an editor and removes it again. The overlay of a run is restored afterwards. */

import { differingNodes, type GraphDifference } from '../graph/graph-difference.ts'
import type { NodeMarks } from '../graph/node-marks.ts'
import type { Texts } from '../i18n/texts.ts'
import { changeLines } from './change-text.ts'
import { NO_OVERLAY } from './editor-state.ts'
import type { EditorSession } from './session.ts'

/** Shows a difference, or the document again; `onLeave` is called when the user leaves the preview on the canvas. */
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
    // The canvas knows new nodes only after the next render.
    if (nodes.length > 0) setTimeout(() => session.canvas.current?.show(nodes), 60)
  }
}

/** Marks of a difference; marks of changed nodes list the changes. */
function withTips({ diff, marks }: GraphDifference, t: Texts): NodeMarks {
  const tips = diff.nodes.changed.map(
    ({ id, changes }) => [id, { ...marks.get(id), tip: changeLines(changes, t).join('\n') }] as const,
  )
  return new Map([...marks, ...tips])
}
