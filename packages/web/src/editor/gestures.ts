/** What happens on the canvas and in menus, as commands on the session. */
import { type Command, configOf, nodeTypeIdOf, portsOf, type WorkflowNode, withoutPlaceholders } from '@millrace/model'
import type { CanvasEditing, Spot } from '../canvas/canvas.tsx'
import { connectionVerdict, type End } from '../canvas/connection-check.ts'
import { geometryOf } from '../canvas/geometry.ts'
import { lookOf, typeOf } from '../canvas/node-look.ts'
import { t } from '../i18n/strings.ts'
import { type Alignment, aligned } from './align.ts'
import { type Clip, clipIn, clipOf, clipText } from './clipboard.ts'
import type { QuickAdd } from './editor-state.ts'
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
      if (moved.length > 0) edit({ verb: 'place', positions }, { key: `place:${moved.map((node) => node.id).join()}` })
    },
    onConnect: (source, target) => void edit({ verb: 'connect', source, target }),
    onReconnect(edge, ends) {
      const gone: Command = { verb: 'remove', nodes: [], edges: [edge] }
      edit(ends === undefined ? gone : [gone, { verb: 'connect', ...ends, id: edge }])
    },
    onLooseEnd: (from, direction, { canvas, screen }) =>
      session.setView({ quickAdd: { canvas, screen, from: { ...from, direction } } }),
    onDropType: (type, at) => addNode(session, type, { canvas: { x: at.x - 60, y: at.y - 20 }, screen: undefined }),
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

/** Adds a node, connects it with what it was dragged from, and selects it; or exchanges the type of one. */
export function addNode(session: EditorSession, type: string, { canvas, from, swap }: QuickAdd): void {
  const { edit, store } = session
  if (swap !== undefined) {
    edit({ verb: 'swap', node: swap, type })
    return
  }
  const { selection } = store.get()
  const [only] = selection.nodes.size === 1 ? selection.nodes : []
  const near = from?.node ?? only
  const added = edit({
    verb: 'add',
    type,
    ...(canvas ? { at: rounded(canvas) } : near === undefined ? freeAt(session) : { after: near }),
  })
  const [id] = added.ok ? added.nodes : []
  if (id === undefined) return
  if (from !== undefined) connectNew(session, id, from)
  session.select({ nodes: new Set([id]) })
  if (canvas === undefined) session.canvas.current?.keepInView(id)
}

function rounded({ x, y }: Spot): Spot {
  return { x: Math.round(x / 10) * 10, y: Math.round(y / 10) * 10 }
}

/** An empty workflow begins in the middle of what is seen. */
function freeAt({ store, canvas }: EditorSession): { at?: Spot } {
  const isEmpty = store.get().log.document.nodes.length === 0
  const centre = canvas.current?.centre()
  return isEmpty && centre ? { at: rounded({ x: centre.x - 110, y: centre.y - 40 }) } : {}
}

/** Joins a new node to the end that it was dragged from, at the first port that fits. */
function connectNew(session: EditorSession, id: string, from: End & { direction: 'input' | 'output' }): void {
  const { log, catalogue, rules } = session.store.get()
  const node = log.document.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  if (node === undefined || type === undefined) return
  const ports = portsOf(type, configOf(node))
  const context = { graph: log.document, types: catalogue.types, rules }
  const candidates = [...(from.direction === 'output' ? ports.inputs : ports.outputs).values()]
  const ends = candidates.map((port) => {
    const end = { node: id, port: port.id }
    return from.direction === 'output' ? { source: from, target: end, port } : { source: end, target: from, port }
  })
  const fitting = ends.filter(({ source, target }) => connectionVerdict(source, target, context).ok)
  const own =
    fitting.find(({ port }) => port.dataType === originType(session, from)) ??
    fitting.find(({ port }) => port.id !== 'trigger') ??
    fitting[0]
  if (own === undefined) return
  const source = { node: own.source.node, port: own.source.port }
  const target = { node: own.target.node, port: own.target.port }
  session.edit({ verb: 'connect', source, target })
}

function originType(
  { store }: EditorSession,
  { node: id, port, direction }: End & { direction: 'input' | 'output' },
): string | undefined {
  const { log, catalogue } = store.get()
  const node = log.document.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  const ports = type && portsOf(type, configOf(node))
  return (direction === 'output' ? ports?.outputs : ports?.inputs)?.get(port)?.dataType
}

/** For every type with a port that fits the loose end, how well: 0 the same data, 1 other data, 2 order only. */
export function fittingTypes(session: EditorSession, from: QuickAdd['from']): ReadonlyMap<string, number> | undefined {
  if (from === undefined) return undefined
  const { catalogue, rules } = session.store.get()
  const given = originType(session, from)
  if (given === undefined) return undefined
  const ranks = [...catalogue.types].flatMap(([id, type]) => {
    const ports = portsOf(type, {})
    const shown = [...(from.direction === 'output' ? ports.inputs : ports.outputs).values()].filter(
      (port) => port.exposedByDefault !== false,
    )
    const fitting = shown.filter(
      ({ dataType }) =>
        (from.direction === 'output' ? rules.verdictOf(given, dataType) : rules.verdictOf(dataType, given)).ok,
    )
    if (fitting.length === 0) return []
    const rank = fitting.some((port) => port.dataType === given)
      ? 0
      : fitting.some((port) => port.dataType !== 'trigger')
        ? 1
        : 2
    return [[id, rank] as const]
  })
  return new Map(ranks)
}

export function removeSelected({ store, edit }: EditorSession): void {
  const { selection, log } = store.get()
  const nodes = log.document.nodes.flatMap((node) =>
    selection.nodes.has(node.id) && node.deletable !== false ? [node.id] : [],
  )
  const edges = [...selection.edges]
  if (nodes.length + edges.length > 0) edit({ verb: 'remove', nodes, edges })
}

export function duplicateSelected(session: EditorSession): void {
  const { selection, log, catalogue } = session.store.get()
  const { nodes, edges } = clipOf(log.document, selection.nodes)
  if (nodes.length === 0) return
  pasteClip(session, { nodes: withoutPlaceholders(nodes, catalogue), edges }, { x: SHIFT, y: SHIFT })
}

/** The selection as text for the clipboard; undefined when no node is selected. */
export function copiedText({ store, toast }: EditorSession): string | undefined {
  const { selection, log, catalogue } = store.get()
  const clip = clipOf(log.document, selection.nodes)
  if (clip.nodes.length === 0) return undefined
  toast({ text: t.editor.messages.copied(clip.nodes.length) })
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

function pasteClip(session: EditorSession, { nodes, edges }: Clip, offset: Spot): void {
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
  const { nodes, edges } = store.get().log.document
  select({ nodes: new Set(nodes.map((node) => node.id)), edges: new Set(edges.map((edge) => edge.id)) })
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
