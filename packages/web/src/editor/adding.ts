/** Adding nodes: standalone, at a loose end, or into a connection. Each is one undo step. */
import {
  commentOf,
  isAnnotationType,
  type NodePort,
  type Point,
  parseHandle,
  portsOf,
  type Transaction,
  titleOf,
} from '@millrace/model'
import { connectAfter, looseConnection, mainOutput } from '../graph/connect-after.ts'
import { type End, portOf } from '../graph/connection-check.ts'
import { geometryOf } from '../graph/geometry.ts'
import { type InsertContext, insertion, insertionPorts, insertionPortsOfNode } from '../graph/insert-on-edge.ts'
import { newPlaceholder, withPlaceholder } from '../graph/new-placeholder.ts'
import { lookOf } from '../graph/node-look.ts'
import { spacingBefore, spacingFor } from '../graph/spacing.ts'
import { expectsValue, sentAs } from '../graph/value-connection.ts'
import type { EditorDocument } from './editor-document.ts'
import type { QuickAdd } from './editor-state.ts'
import { noteFreshNode } from './fresh-nodes.ts'
import { growGroups } from './grouping.ts'
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
  let isOrderOnly = false
  const added = transact(onEdge === undefined ? 'addNode' : 'insertNode', (tx) => {
    const place = at ? { at: rounded(at) } : near === undefined ? freeAt(session) : { after: near }
    const [id] = tx.add({ type, ...place }).nodes
    if (id === undefined) return undefined
    if (at !== undefined && from?.direction === 'input') placeBefore(session, tx, { id, at })
    if (from !== undefined) isOrderOnly = connectNew(session, tx, { id, from })
    else if (onEdge !== undefined) insertNode(session, tx, { node: id, edge: onEdge })
    else if (at === undefined && near !== undefined) isOrderOnly = joinNew(session, tx, { id, before: near })
    const neighbour = near ?? store.get().history.document.edges.find((edge) => edge.id === onEdge)?.source
    growGroups(session, tx, {
      before: store.get().history.document,
      ...(neighbour === undefined || canvas !== undefined ? {} : { added: { id, near: neighbour } }),
    })
    return id
  })
  if (!added.ok || added.value === undefined) return
  browserUsage.record(type)
  if (isOrderOnly) announceOrder(session, added.value)
  noteFreshNode(session, added.value)
  session.select({ nodes: new Set([added.value]) })
  if (canvas === undefined || from?.direction === 'input') session.canvas.current?.keepInView(added.value)
  session.canvas.current?.focus(added.value)
}

/** A node that was dragged from an input ends at the drop position: its outputs are on its right. */
function placeBefore(session: EditorSession, tx: Edits, { id, at }: { id: string; at: Point }): void {
  const { graph, catalogue } = contextOf(session, tx)
  const node = graph.nodes.find((one) => one.id === id)
  if (node === undefined) return
  const { width } = geometryOf(lookOf(node, catalogue.types, new Set()), node)
  tx.move({ node: id, to: rounded({ x: at.x - width, y: at.y }) })
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
  const configs = [{}, withPlaceholder(type)]
  return configs.some((config) => insertionPorts(edge, portsOf(type, config), context) !== undefined)
}

/** Inserts a node into a connection, whose comment stays on the first half, and moves nodes that are too close. */
export function insertNode(session: EditorSession, tx: Edits, { node, edge }: { node: string; edge: string }): void {
  const way = insertionPortsOfNode(edge, node, contextOf(session, tx)) ?? wayByPlaceholder(session, tx, { node, edge })
  if (way === undefined) return
  const text = commentOf(tx.current.edges.find(({ id }) => id === edge))
  for (const command of insertion(edge, node, way)) tx.run(command)
  tx.comment({ edge, text })
  tx.place({ positions: spacingFor(node, way.target.node, contextOf(session, tx)) })
  tx.place({ positions: spacingBefore(node, way.source.node, contextOf(session, tx)) })
}

function wayByPlaceholder(session: EditorSession, tx: Edits, { node, edge }: { node: string; edge: string }) {
  const found = tx.current.edges.find(({ id }) => id === edge)
  if (found === undefined) return undefined
  const port = parseHandle(found.sourceHandle ?? '', found.source, 'output') ?? ''
  if (!addPlaceholder(session, tx, { node, from: { node: found.source, port } })) return undefined
  return insertionPortsOfNode(edge, node, contextOf(session, tx))
}

/** Gives a new node with an empty template a placeholder for a value; false if it needs or takes none. */
function addPlaceholder(session: EditorSession, tx: Edits, { node, from }: { node: string; from: End }): boolean {
  const context = contextOf(session, tx)
  const found = context.graph.nodes.find(({ id }) => id === node)
  const port = portOf(context.graph, from, 'outputs', context.catalogue.types)
  if (found === undefined || port === undefined || (port.dataType === 'trigger' && !port.carries)) return false
  const setting = newPlaceholder(found, { node: from.node, port }, context)
  if (setting === undefined) return false
  tx.set({ node, ...setting })
  return true
}

/** No value is passed to the new node: users would otherwise expect that it gets the result of the node before it. */
function announceOrder({ toast, text, store }: EditorSession, id: string): void {
  const node = store.get().history.document.nodes.find((one) => one.id === id)
  toast({ tone: 'info', text: text().connections.orderOnlyAdded(node === undefined ? id : titleOf(node) || id) })
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

/** Connects a new node to the node it was added after; true if for order only. A tool is placed below its agent. */
function joinNew(session: EditorSession, tx: Edits, { id, before }: { id: string; before: string }): boolean {
  const join = valueJoin(session, tx, { id, before })
  if (join === undefined) return false
  const context = contextOf(session, tx)
  tx.connect({ source: join.source, target: join.target })
  const { nodes, edges } = context.graph
  const [agent, tool] = [before, id].map((one) => nodes.find((node) => node.id === one))
  if (join.source.node !== id || agent === undefined || tool === undefined) {
    return join.isOrderOnly === true && expectsValue(id, context)
  }
  const others = edges.filter((edge) => edge.target === before && edge.targetHandle?.endsWith(`-${join.target.port}`))
  const { width, height } = geometryOf(lookOf(tool, context.catalogue.types, new Set()), tool)
  const { x, y } = agent.position ?? { x: 0, y: 0 }
  const spot = rounded({ x: x - width - GAP, y: y + (others.length + 1) * (height + GAP / 2) })
  tx.move({ node: id, to: spot })
  return false
}

/** The connection after a node; an empty template gets a placeholder before the connection is for order only. */
function valueJoin(session: EditorSession, tx: Edits, { id, before }: { id: string; before: string }) {
  const join = connectAfter(before, id, contextOf(session, tx))
  if (join !== undefined && join.isOrderOnly !== true) return join
  const port = mainOutput(before, contextOf(session, tx))
  if (port === undefined || !addPlaceholder(session, tx, { node: id, from: { node: before, port } })) return join
  return connectAfter(before, id, contextOf(session, tx)) ?? join
}

/** Connects a new node to the end it was dragged from: a value first. True if only the order is set by a value's end. */
function connectNew(session: EditorSession, tx: Edits, { id, from }: { id: string; from: LooseEnd }): boolean {
  const found = looseConnection(id, from, contextOf(session, tx))
  const isBetter = found === undefined || found.isOrderOnly === true
  const hasNew = isBetter && from.direction === 'output' && addPlaceholder(session, tx, { node: id, from })
  const join = hasNew ? (looseConnection(id, from, contextOf(session, tx)) ?? found) : found
  if (join === undefined) return false
  tx.connect({ source: join.source, target: join.target })
  return join.isOrderOnly === true
}

/** The port that a connection was dragged from; a branch has the type of the value that it carries. */
function originPort(session: EditorSession, { node, port, direction }: LooseEnd): NodePort | undefined {
  const { graph, catalogue } = contextOf(session)
  const found = portOf(graph, { node, port }, direction === 'output' ? 'outputs' : 'inputs', catalogue.types)
  return found && sentAs(found, node, { graph, types: catalogue.types })
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
  const given = from && originPort(session, from)
  if (from === undefined || given === undefined) return undefined
  const isOut = from.direction === 'output'
  const ranks = [...catalogue.types].flatMap(([id, type]) => {
    const ports = portsOf(type, isOut && given.dataType !== 'trigger' ? withPlaceholder(type) : {})
    const shown = [...(isOut ? ports.inputs : ports.outputs).values()].filter((port) => port.exposedByDefault !== false)
    const fitting = shown.filter((port) => (isOut ? rules.checkPorts(given, port) : rules.checkPorts(port, given)).ok)
    if (fitting.length === 0) return []
    const isSame = fitting.some((port) => port.dataType === given.dataType)
    return [[id, isSame ? 0 : fitting.some((port) => port.dataType !== 'trigger') ? 1 : 2] as const]
  })
  return new Map(ranks)
}
