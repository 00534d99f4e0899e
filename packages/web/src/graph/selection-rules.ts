/** Which parts of a document can be selected and removed: nodes and edges can forbid both. Pure. */

import type { Graph } from '@millrace/model'
import type { Selection } from './selection.ts'

/** All selectable nodes and edges. */
export function selectableIn({ nodes, edges }: Graph): Selection {
  return {
    nodes: new Set(nodes.map(({ id }) => id)),
    edges: new Set(edges.flatMap(({ id, selectable }) => (selectable === false ? [] : [id]))),
  }
}

/** The part of a selection that can be removed. */
export function removableIn({ nodes, edges }: Graph, selection: Selection): { nodes: string[]; edges: string[] } {
  const removable = (list: readonly { id: string; deletable?: boolean }[], chosen: ReadonlySet<string>) =>
    list.flatMap(({ id, deletable }) => (chosen.has(id) && deletable !== false ? [id] : []))
  return { nodes: removable(nodes, selection.nodes), edges: removable(edges, selection.edges) }
}

/** True if an edge can be removed, and so replaced. */
export function isRemovable({ edges }: Graph, id: string): boolean {
  return edges.find((edge) => edge.id === id)?.deletable !== false
}
