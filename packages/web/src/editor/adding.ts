/** Adding nodes: standalone, at a loose end, or into a connection. Each is one undo step. */
import { commentOf, configOf, isAnnotationType, type Point, portsOf, type Transaction } from '@millrace/model'
import { connectAfter } from '../graph/connect-after.ts'
import { checkConnection, type End } from '../graph/connection-check.ts'
import { geometryOf } from '../graph/geometry.ts'
import { type InsertContext, insertion, insertionPorts, insertionPortsOfNode } from '../graph/insert-on-edge.ts'
import { lookOf, typeOf } from '../graph/node-look.ts'
import { spacingFor } from '../graph/spacing.ts'
import type { EditorDocument } from './editor-document.ts'
import type { QuickAdd } from './editor-state.ts'
import { browserUsage } from './node-usage.ts'
import type { EditorSession } from './session.ts'

type Edits = Transaction<EditorDocument>
type LooseEnd = End & { readonly direction: 'input' | 'output' }

export function rounded({ x, y }: Point): Point {
  return { x: Math.round(x / 10) * 10, y: Math.round(y / 10) * 10 }
}

/** Adds a node, connects it to the end it was dragged from, and selects it; or changes the type of a node. */
export function addNode(session: EditorSession, type: string, request: QuickAdd): void {
  const { transact, store } = session
  const { canvas, from, swap, onEdge } = request
  if (swap !== undefined) {
    transact('swapNode', (tx) => tx.swap({ node: swap, type }))
    return
  }
  const { nodes } = store.get().selection
  const [only] = nodes.size === 1 ? nodes : []
  const near = from?.node ?? only
  const at = canvas ?? (onEdge === undefined ? undefined : middleOf(session, onEdge))
  const added = transact(onEdge === undefined ? 'addNode' : 'insertNode', (tx) => {
    const place = at ? { at: rounded(at) } : near === undefined ? freeAt(session) : { after: near }
    const [id] = tx.add({ type, ...place }).nodes
    if (id === undefined) return undefined
    if (from !== undefined) connectNew(session, tx, { id, from })
    else if (onEdge !== undefined) insertNode(session, tx, { node: id, edge: onEdge })
    else if (at === undefined && near !== undefined) joinNew(session, tx, { id, before: near })
    return id
  })
  if (!added.ok || added.value === undefined) return
  browserUsage.record(type)
  session.select({ nodes: new Set([added.value]) })
  if (canvas === undefined) session.canvas.current?.keepInView(added.value)
}

/** In an empty workflow the node is placed in the center of the viewport. */
function freeAt({ store, canvas }: EditorSession): { at?: Point } {
  const isEmpty = store.get().history.document.nodes.length === 0
  const centre = canvas.current?.centre()
  return isEmpty && centre ? { at: rounded({ x: centre.x - 110, y: centre.y - 40 }) } : {}
}

/** Context of the rules; inside a transaction, the document after its edits so far. */
function contextOf({ store }: EditorSession, tx?: Edits): InsertContext {
  const { history, catalogue, rules } = store.get()
  return { graph: tx?.current ?? history.document, catalogue, rules }
}

/** True if a node, or a new node of a type, can be inserted into a connection. */
export function canInsert(session: EditorSession, edge: string, what: { node: string } | { type: string }): boolean {
  const context = contextOf(session)
  if ('node' in what) return insertionPortsOfNode(edge, what.node, context) !== undefined
  const type = context.catalogue.types.get(what.type)
  if (type === undefined || isAnnotationType(type)) return false
  return insertionPorts(edge, portsOf(type, {}), context) !== undefined
}

/** Inserts a node into a connection, whose comment stays on the first half, and moves nodes that are too close. */
export function insertNode(session: EditorSession, tx: Edits, { node, edge }: { node: string; edge: string }): void {
  const way = insertionPortsOfNode(edge, node, contextOf(session, tx))
  if (way === undefined) return
  const text = commentOf(tx.current.edges.find(({ id }) => id === edge))
  for (const command of insertion(edge, node, way)) tx.run(command)
  tx.comment({ edge, text })
  tx.place({ positions: spacingFor(node, way.target.node, contextOf(session, tx)) })
}

/** Position of a node that is inserted into a connection without a drop position: after the first of the two nodes. */
function middleOf({ store }: EditorSession, edgeId: string): Point | undefined {
  const { history, catalogue } = store.get()
  const edge = history.document.edges.find((one) => one.id === edgeId)
  const [source, target] = [edge?.source, edge?.target].map((id) =>
    history.document.nodes.find((node) => node.id === id),
  )
  if (source === undefined || target === undefined) return undefined
  const { width } = geometryOf(lookOf(source, catalogue.types, new Set()), source)
  const [from, to] = [source.position ?? { x: 0, y: 0 }, target.position ?? { x: 0, y: 0 }]
  return { x: from.x + width + GAP, y: (from.y + to.y) / 2 }
}

const GAP = 60

/** Connects a new node to the node it was added after. A tool is placed below and before its agent. */
function joinNew(session: EditorSession, tx: Edits, { id, before }: { id: string; before: string }): void {
  const context = contextOf(session, tx)
  const join = connectAfter(before, id, context)
  if (join === undefined) return
  tx.connect(join)
  const { nodes, edges } = context.graph
  const [agent, tool] = [before, id].map((one) => nodes.find((node) => node.id === one))
  if (join.source.node !== id || agent === undefined || tool === undefined) return
  const others = edges.filter((edge) => edge.target === before && edge.targetHandle?.endsWith(`-${join.target.port}`))
  const { width, height } = geometryOf(lookOf(tool, context.catalogue.types, new Set()), tool)
  const { x, y } = agent.position ?? { x: 0, y: 0 }
  const spot = rounded({ x: x - width - GAP, y: y + (others.length + 1) * (height + GAP / 2) })
  tx.move({ node: id, to: spot })
}

/** Connects a new node to the end it was dragged from, at the first compatible port. */
function connectNew(session: EditorSession, tx: Edits, { id, from }: { id: string; from: LooseEnd }): void {
  const { graph, catalogue, rules } = contextOf(session, tx)
  const node = graph.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  if (node === undefined || type === undefined) return
  const ports = portsOf(type, configOf(node))
  const context = { graph, types: catalogue.types, rules }
  const candidates = [...(from.direction === 'output' ? ports.inputs : ports.outputs).values()]
  const ends = candidates.map((port) => {
    const end = { node: id, port: port.id }
    return from.direction === 'output' ? { source: from, target: end, port } : { source: end, target: from, port }
  })
  const fitting = ends.filter(({ source, target }) => checkConnection(source, target, context).ok)
  const own =
    fitting.find(({ port }) => port.dataType === originType(session, from)) ??
    fitting.find(({ port }) => port.id !== 'trigger') ??
    fitting[0]
  if (own === undefined) return
  const source = { node: own.source.node, port: own.source.port }
  const target = { node: own.target.node, port: own.target.port }
  tx.connect({ source, target })
}

function originType(
  { store }: EditorSession,
  { node: id, port, direction }: End & { direction: 'input' | 'output' },
): string | undefined {
  const { history, catalogue } = store.get()
  const node = history.document.nodes.find((one) => one.id === id)
  const type = node && typeOf(node, catalogue.types)
  const ports = type && portsOf(type, configOf(node))
  return (direction === 'output' ? ports?.outputs : ports?.inputs)?.get(port)?.dataType
}

/**
 * The types that fit the request, with a rank: 0 same data type, 1 other data, 2 trigger only. Undefined means all
 * types.
 */
export function fittingTypes(
  session: EditorSession,
  { from, onEdge }: Pick<QuickAdd, 'from' | 'onEdge'>,
): ReadonlyMap<string, number> | undefined {
  const { catalogue, rules } = session.store.get()
  if (onEdge !== undefined) {
    const fitting = [...catalogue.types.keys()].filter((type) => canInsert(session, onEdge, { type }))
    return new Map(fitting.map((type) => [type, 0]))
  }
  if (from === undefined) return undefined
  const given = originType(session, from)
  if (given === undefined) return undefined
  const ranks = [...catalogue.types].flatMap(([id, type]) => {
    const ports = portsOf(type, {})
    const shown = [...(from.direction === 'output' ? ports.inputs : ports.outputs).values()].filter(
      (port) => port.exposedByDefault !== false,
    )
    const fitting = shown.filter(
      ({ dataType }) =>
        (from.direction === 'output' ? rules.checkTypes(given, dataType) : rules.checkTypes(dataType, given)).ok,
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
