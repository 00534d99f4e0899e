/** What of a document may be selected and removed: nodes and edges can say that they may not. Pure. */

import type { Graph } from '@millrace/model'
import type { Selection } from './selection.ts'

/** Everything that may be selected. */
export function selectableIn({ nodes, edges }: Graph): Selection {
  return {
    nodes: new Set(nodes.map(({ id }) => id)),
    edges: new Set(edges.flatMap(({ id, selectable }) => (selectable === false ? [] : [id]))),
  }
}

/** The part of a selection that may be removed. */
export function removableIn({ nodes, edges }: Graph, selection: Selection): { nodes: string[]; edges: string[] } {
  const removable = (list: readonly { id: string; deletable?: boolean }[], chosen: ReadonlySet<string>) =>
    list.flatMap(({ id, deletable }) => (chosen.has(id) && deletable !== false ? [id] : []))
  return { nodes: removable(nodes, selection.nodes), edges: removable(edges, selection.edges) }
}

/** Whether an edge may be removed, and so replaced by others. */
export function isRemovable({ edges }: Graph, id: string): boolean {
  return edges.find((edge) => edge.id === id)?.deletable !== false
}
