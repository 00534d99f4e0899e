/**
 * The difference of two graphs for a canvas: one graph with the nodes and edges of both, marked as added, removed or
 * changed.
 */
import { type Change, diffOf, type Graph, type WorkflowDiff } from '@millrace/model'
import type { NodeMark, NodeMarks } from './node-marks.ts'

export interface GraphDifference {
  readonly diff: WorkflowDiff
  /** The newer graph plus the removed parts of the older one. */
  readonly graph: Graph
  readonly marks: NodeMarks
  readonly edgeMarks: ReadonlyMap<string, 'added' | 'removed'>
}

type Document = Graph & { readonly [key: string]: unknown }

/** Difference from the older graph to the newer one. */
export function differenceOf(before: Graph, after: Graph): GraphDifference {
  const diff = diffOf(documentOf(before), documentOf(after))
  const marks = new Map<string, NodeMark>()
  for (const { id } of diff.nodes.added) marks.set(id, { change: 'added' })
  for (const { id } of diff.nodes.removed) marks.set(id, { change: 'removed' })
  for (const { id } of diff.nodes.changed) marks.set(id, { change: 'changed' })
  const edgeMarks = new Map<string, 'added' | 'removed'>()
  for (const { id } of diff.edges.added) edgeMarks.set(id, 'added')
  for (const { id } of diff.edges.removed) edgeMarks.set(id, 'removed')
  const gone = {
    nodes: new Set(diff.nodes.removed.map(({ id }) => id)),
    edges: new Set(diff.edges.removed.map(({ id }) => id)),
  }
  return {
    diff,
    marks,
    edgeMarks,
    graph: {
      nodes: [...after.nodes, ...before.nodes.filter(({ id }) => gone.nodes.has(id))],
      edges: [...after.edges, ...before.edges.filter(({ id }) => gone.edges.has(id))],
    },
  }
}

/** Only document content is compared, not ids or machine names. */
function documentOf(graph: Graph): Document {
  const { id: _, machineName: __, ...document }: Record<string, unknown> & Graph = { ...graph }
  return document
}

export function isSame({ workflow, nodes, edges }: WorkflowDiff): boolean {
  return [workflow, ...Object.values(nodes), ...Object.values(edges)].every((list) => list.length === 0)
}

/** The nodes that differ, and the ends of edges that differ: the canvas scrolls them into view. */
export function differingNodes({ diff, graph }: GraphDifference): string[] {
  const ids = new Set([...diff.nodes.added, ...diff.nodes.removed, ...diff.nodes.changed].map(({ id }) => id))
  const edges = new Set([...diff.edges.added, ...diff.edges.removed].map(({ id }) => id))
  for (const { id, source, target } of graph.edges) if (edges.has(id)) ids.add(source).add(target)
  return [...ids]
}

/** True if nodes were only moved. */
export function isOnlyMoved(changes: readonly Change[]): boolean {
  return changes.length > 0 && changes.every(({ path }) => path.startsWith('/position'))
}
