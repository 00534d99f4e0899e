/** Groups in the editor: around the selection, removed again, colored, and grown with their nodes. */
import {
  GROUP_TYPE,
  type Graph,
  type GroupColor,
  groupBoxAround,
  groupOfEach,
  isGroup,
  membersOf,
  type PlacedNode,
  type Transaction,
} from '@millrace/model'
import { grownGroups } from '../graph/group-growth.ts'
import { boxesOf } from '../graph/layout-boxes.ts'
import { removableIn } from '../graph/selection-rules.ts'
import type { EditorDocument } from './editor-document.ts'
import type { EditorSession } from './session.ts'

/** The boxes of all nodes as they are drawn. */
export function drawnNodes(graph: Graph, { store }: EditorSession): PlacedNode[] {
  return boxesOf(graph, store.get().catalogue)
}

export function canGroup({ store }: EditorSession): boolean {
  const { selection, catalogue } = store.get()
  return selection.nodes.size > 0 && catalogue.types.has(GROUP_TYPE)
}

/** Draws a group around the selected nodes, selects it, and lets the user type its title. */
export function groupSelected(session: EditorSession): void {
  const { store, transact, canvas } = session
  const { selection, history } = store.get()
  const boxes = drawnNodes(history.document, session).filter(({ id }) => selection.nodes.has(id))
  const box = groupBoxAround(boxes)
  if (box === undefined) return
  const grouped = transact('group', (tx) => {
    const [id] = tx.group({ nodes: boxes.map(({ id }) => id) }).nodes
    if (id !== undefined) tx.resize({ node: id, to: box, at: { x: box.x, y: box.y } })
    return id
  })
  if (!grouped.ok || grouped.value === undefined) return
  session.select({ nodes: new Set([grouped.value]) })
  canvas.current?.rename(grouped.value)
}

/** The selected groups; without one, the innermost groups of the selected nodes. */
export function groupsToRemove(session: EditorSession): string[] {
  const { selection, history } = session.store.get()
  const nodes = drawnNodes(history.document, session)
  const selected = nodes.filter((node) => node.isGroup && selection.nodes.has(node.id)).map(({ id }) => id)
  const owners = groupOfEach(nodes)
  const around = selected.length > 0 ? [] : [...selection.nodes].flatMap((id) => owners.get(id) ?? [])
  return removableIn(history.document, { nodes: new Set([...selected, ...around]), edges: new Set() }).nodes
}

/** Removes groups and keeps their nodes, which are selected afterwards. */
export function ungroup(session: EditorSession, groups: readonly string[] = groupsToRemove(session)): void {
  if (groups.length === 0) return
  const nodes = drawnNodes(session.store.get().history.document, session)
  const members = nodes.filter(({ id }) => groups.includes(id)).flatMap((group) => membersOf(group, nodes))
  const { ok } = session.transact('ungroup', (tx) => {
    for (const node of groups) tx.ungroup({ node })
  })
  if (ok) session.select({ nodes: new Set(members.filter((id) => !groups.includes(id))) })
}

export function colorGroup({ transact }: EditorSession, node: string, value: GroupColor): void {
  transact('groupColor', (tx) => tx.set({ node, key: 'color', value }))
}

/** Selected nodes with everything that is in selected groups. */
export function withMembers(session: EditorSession, ids: ReadonlySet<string>): ReadonlySet<string> {
  const nodes = drawnNodes(session.store.get().history.document, session)
  const groups = nodes.filter((node) => node.isGroup && ids.has(node.id))
  return groups.length === 0 ? ids : new Set([...ids, ...groups.flatMap((group) => membersOf(group, nodes))])
}

/** Lets groups grow with what an edit added to them or moved in them. */
export function growGroups(
  session: EditorSession,
  tx: Transaction<EditorDocument>,
  { before, added }: { before: Graph; added?: { id: string; near: string } },
): void {
  if (!before.nodes.some(isGroup)) return
  const growth = { before: drawnNodes(before, session), after: drawnNodes(tx.current, session), added }
  for (const [node, box] of grownGroups(growth)) tx.resize({ node, to: box, at: { x: box.x, y: box.y } })
}
