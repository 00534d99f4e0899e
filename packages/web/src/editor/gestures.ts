/** Gestures on the canvas and in menus, as commands on the session. */

import { commentOf, configOf, nodeTypeIdOf, type Point, type WorkflowNode, withoutPlaceholders } from '@millrace/model'
import type { CanvasEditing } from '../canvas/canvas-editing.ts'
import { type Alignment, aligned } from '../graph/align.ts'
import { geometryOf } from '../graph/geometry.ts'
import { withGroupMembers } from '../graph/group-moves.ts'
import { lookOf } from '../graph/node-look.ts'
import { isRemovable, removableIn, selectableIn } from '../graph/selection-rules.ts'
import { addNode, canInsert, insertNode, rounded } from './adding.ts'
import { type Clip, clipIn, clipOf, clipText } from './clipboard.ts'
import { colorGroup, drawnNodes, growGroups, ungroup, withMembers } from './grouping.ts'
import type { EditorSession } from './session.ts'

const SHIFT = 30

/** The editing callbacks of the canvas for a session. */
export function canvasEditing(session: EditorSession): CanvasEditing {
  const { transact, store } = session
  return {
    onMove(positions, { by, onto }) {
      const ids = Object.keys(positions)
      const [only = ''] = ids
      transact(
        onto === undefined ? 'moveNodes' : 'insertNode',
        (tx) => {
          tx.place({ positions })
          if (onto === undefined) return
          const before = tx.current
          insertNode(session, tx, { node: only, edge: onto })
          growGroups(session, tx, { before })
        },
        // Arrow-key moves in quick succession are merged into one step.
        by === 'keys' ? { coalesce: `move:${ids.join()}` } : {},
      )
    },
    onConnect: (source, target) => void transact('connect', (tx) => tx.connect({ source, target })),
    onReconnect(edge, ends) {
      if (!isRemovable(store.get().history.document, edge)) return
      transact(ends === undefined ? 'disconnect' : 'reconnect', (tx) => {
        const text = commentOf(tx.current.edges.find(({ id }) => id === edge))
        tx.remove({ nodes: [], edges: [edge] })
        if (ends === undefined) return
        tx.connect({ ...ends, id: edge })
        tx.comment({ edge, text })
      })
    },
    onLooseEnd: (from, direction, { canvas, screen }) =>
      session.setView({ quickAdd: { canvas, screen, from: { ...from, direction } } }),
    onDropType: (type, at, edge) =>
      addNode(session, type, {
        canvas: { x: at.x - 60, y: at.y - 20 },
        screen: undefined,
        ...(edge === undefined ? {} : { onEdge: edge }),
      }),
    canInsert: (edge, what) => canInsert(session, edge, what),
    onAddTo: (edge, screen) => session.setView({ quickAdd: { canvas: undefined, screen, onEdge: edge } }),
    onRename: (node, label) => void transact('renameNode', (tx) => tx.rename({ node, label })),
    onResize: (node, { x, y, width, height }) =>
      void transact('resizeNode', (tx) => tx.resize({ node, to: { width, height }, at: { x, y } })),
    onGroup: {
      color: (group, color) => colorGroup(session, group, color),
      ungroup: (group) => ungroup(session, [group]),
    },
  }
}

export function removeSelected({ store, transact }: EditorSession): void {
  const { selection, history } = store.get()
  const { nodes, edges } = removableIn(history.document, selection)
  if (nodes.length + edges.length > 0) transact('remove', (tx) => tx.remove({ nodes, edges }))
}

export function duplicateSelected(session: EditorSession): void {
  const { selection, history, catalogue } = session.store.get()
  const { nodes, edges } = clipOf(history.document, withMembers(session, selection.nodes))
  if (nodes.length === 0) return
  const clip = { nodes: withoutPlaceholders(nodes, catalogue), edges }
  pasteClip(session, 'duplicate', { ...clip, offset: { x: SHIFT, y: SHIFT } })
}

/** Removes what `copiedText` copied: unlike a deleted group, one that is cut takes its nodes along. */
export function cutSelected(session: EditorSession): void {
  const { selection } = session.store.get()
  session.select({ ...selection, nodes: withMembers(session, selection.nodes) })
  removeSelected(session)
}

/** The selection as text for the clipboard; undefined if no node is selected. */
export function copiedText(session: EditorSession): string | undefined {
  const { store, toast, text } = session
  const { selection, history, catalogue } = store.get()
  const clip = clipOf(history.document, withMembers(session, selection.nodes))
  if (clip.nodes.length === 0) return undefined
  toast({ text: text().editor.messages.copied(clip.nodes.length) })
  return clipText(clip, catalogue)
}

/**
 * Pastes nodes from text at a position, else at the pointer, else beside the originals or in the center of the viewport;
 * returns false if there are none.
 */
export function pasteText(session: EditorSession, text: string, at?: Point): boolean {
  const clip = clipIn(text)
  if (clip === undefined || !session.store.get().isEditable) return false
  const { history, catalogue } = session.store.get()
  const centre = session.canvas.current?.centre() ?? { x: 0, y: 0 }
  const xs = clip.nodes.map((node) => node.position?.x ?? 0)
  const ys = clip.nodes.map((node) => node.position?.y ?? 0)
  const isFromHere = clip.nodes.every((node) => history.document.nodes.some((own) => own.id === node.id))
  const place = at ?? session.canvas.current?.pointer()
  const offset = place
    ? rounded({ x: place.x - Math.min(...xs), y: place.y - Math.min(...ys) })
    : isFromHere
      ? { x: SHIFT, y: SHIFT }
      : rounded({
          x: centre.x - (Math.min(...xs) + Math.max(...xs)) / 2 - 110,
          y: centre.y - (Math.min(...ys) + Math.max(...ys)) / 2 - 40,
        })
  pasteClip(session, 'paste', { nodes: withoutPlaceholders(clip.nodes, catalogue), edges: clip.edges, offset })
  return true
}

function pasteClip(session: EditorSession, label: 'paste' | 'duplicate', clip: Clip & { offset: Point }): void {
  const pasted = session.transact(label, (tx) => tx.paste(clip))
  if (pasted.ok) session.select({ nodes: new Set(pasted.made.nodes) })
}

export function alignSelected(session: EditorSession, how: Alignment): void {
  const { store, transact } = session
  const { selection, history, catalogue } = store.get()
  const boxes = history.document.nodes
    .filter((node) => selection.nodes.has(node.id))
    .map((node) => {
      const { width, height } = geometryOf(lookOf(node, catalogue.types, new Set()), node)
      return { id: node.id, x: node.position?.x ?? 0, y: node.position?.y ?? 0, width, height }
    })
  const positions = withGroupMembers(aligned(boxes, how), drawnNodes(history.document, session))
  if (Object.keys(positions).length > 0) transact('alignNodes', (tx) => tx.place({ positions }))
}

export function selectAll({ store, select }: EditorSession): void {
  select(selectableIn(store.get().history.document))
}

/** Nodes whose title, type, id or settings contain the words. */
export function foundNodes(nodes: readonly WorkflowNode[], query: string): string[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  return nodes.flatMap((node) => {
    const text = [node.id, node.data?.label, nodeTypeIdOf(node), JSON.stringify(configOf(node))]
      .join('\n')
      .toLowerCase()
    return words.every((word) => text.includes(word)) ? [node.id] : []
  })
}
