/** What happens on the canvas and in menus, as commands on the session. */

import {
  type Command,
  configOf,
  nodeTypeIdOf,
  type Point,
  type WorkflowNode,
  withoutPlaceholders,
} from '@millrace/model'
import type { CanvasEditing } from '../canvas/canvas-editing.ts'
import { type Alignment, aligned } from '../graph/align.ts'
import { geometryOf } from '../graph/geometry.ts'
import { lookOf } from '../graph/node-look.ts'
import { isRemovable, removableIn, selectableIn } from '../graph/selection-rules.ts'
import { addNode, canInsert, insertNode, moveKey, rounded } from './adding.ts'
import { type Clip, clipIn, clipOf, clipText } from './clipboard.ts'
import { commented, commentOf } from './edge-comment.ts'
import type { EditorSession } from './session.ts'

const SHIFT = 30

/** The canvas's gestures as steps of the session. */
export function canvasEditing(session: EditorSession): CanvasEditing {
  const { edit, store } = session
  return {
    onMove(positions) {
      const { nodes } = store.get().log.document
      const moved = nodes.filter(({ id, position }) => {
        const to = positions[id]
        return to !== undefined && (to.x !== position?.x || to.y !== position?.y)
      })
      if (moved.length > 0) edit({ verb: 'place', positions }, { key: moveKey(moved.map((node) => node.id)) })
    },
    onConnect: (source, target) => void edit({ verb: 'connect', source, target }),
    onReconnect(edge, ends) {
      if (!isRemovable(store.get().log.document, edge)) return
      const gone: Command = { verb: 'remove', nodes: [], edges: [edge] }
      if (ends === undefined) return void edit(gone)
      const { log } = store.get()
      // The comment goes along; both are one step.
      const key = `reconnect:${log.past.length}`
      const comment = commentOf(log.document, edge)
      if (edit([gone, { verb: 'connect', ...ends, id: edge }], { key }).ok)
        session.replace(commented(store.get().log.document, edge, comment), { key })
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
    onInsert: (node, edge) => insertNode(session, node, edge),
    onAddTo: (edge, screen) => session.setView({ quickAdd: { canvas: undefined, screen, onEdge: edge } }),
    onResize(id, { x, y, width, height }) {
      const { document } = store.get().log
      const nodes = document.nodes.map((node) =>
        node.id === id
          ? ({ ...node, position: { x, y }, width: Math.round(width), height: Math.round(height) } as WorkflowNode)
          : node,
      )
      session.replace({ ...document, nodes })
    },
  }
}

export function removeSelected({ store, edit }: EditorSession): void {
  const { selection, log } = store.get()
  const { nodes, edges } = removableIn(log.document, selection)
  if (nodes.length + edges.length > 0) edit({ verb: 'remove', nodes, edges })
}

export function duplicateSelected(session: EditorSession): void {
  const { selection, log, catalogue } = session.store.get()
  const { nodes, edges } = clipOf(log.document, selection.nodes)
  if (nodes.length === 0) return
  pasteClip(session, { nodes: withoutPlaceholders(nodes, catalogue), edges }, { x: SHIFT, y: SHIFT })
}

/** The selection as text for the clipboard; undefined when no node is selected. */
export function copiedText({ store, toast, text }: EditorSession): string | undefined {
  const { selection, log, catalogue } = store.get()
  const clip = clipOf(log.document, selection.nodes)
  if (clip.nodes.length === 0) return undefined
  toast({ text: text().editor.messages.copied(clip.nodes.length) })
  return clipText(clip, catalogue)
}

/** Pastes what a text holds, in the middle of the view; false when it holds no nodes. */
export function pasteText(session: EditorSession, text: string): boolean {
  const clip = clipIn(text)
  if (clip === undefined || !session.store.get().isEditable) return false
  const { log, catalogue } = session.store.get()
  const centre = session.canvas.current?.centre() ?? { x: 0, y: 0 }
  const xs = clip.nodes.map((node) => node.position?.x ?? 0)
  const ys = clip.nodes.map((node) => node.position?.y ?? 0)
  const isFromHere = clip.nodes.every((node) => log.document.nodes.some((own) => own.id === node.id))
  const offset = isFromHere
    ? { x: SHIFT, y: SHIFT }
    : rounded({
        x: centre.x - (Math.min(...xs) + Math.max(...xs)) / 2 - 110,
        y: centre.y - (Math.min(...ys) + Math.max(...ys)) / 2 - 40,
      })
  pasteClip(session, { nodes: withoutPlaceholders(clip.nodes, catalogue), edges: clip.edges }, offset)
  return true
}

function pasteClip(session: EditorSession, { nodes, edges }: Clip, offset: Point): void {
  const pasted = session.edit({ verb: 'paste', nodes, edges, offset })
  if (pasted.ok) session.select({ nodes: new Set(pasted.nodes) })
}

export function alignSelected({ store, edit }: EditorSession, how: Alignment): void {
  const { selection, log, catalogue } = store.get()
  const boxes = log.document.nodes
    .filter((node) => selection.nodes.has(node.id))
    .map((node) => {
      const { width, height } = geometryOf(lookOf(node, catalogue.types, new Set()), node)
      return { id: node.id, x: node.position?.x ?? 0, y: node.position?.y ?? 0, width, height }
    })
  const positions = aligned(boxes, how)
  if (Object.keys(positions).length > 0) edit({ verb: 'place', positions })
}

export function selectAll({ store, select }: EditorSession): void {
  select(selectableIn(store.get().log.document))
}

/** Nodes whose title, type, id or settings hold the words. */
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
