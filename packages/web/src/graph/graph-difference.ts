/** The difference of two graphs in a form that a canvas draws: one graph that holds both, and what is new, gone or other. */
import { type Change, diffOf, type Graph, type WorkflowDiff } from '@millrace/model'
import type { NodeMark, NodeMarks } from './node-marks.ts'

export interface GraphDifference {
  readonly diff: WorkflowDiff
  /** The newer graph, and beside it what the older one had. */
  readonly graph: Graph
  readonly marks: NodeMarks
  readonly edgeMarks: ReadonlyMap<string, 'added' | 'removed'>
}

type Document = Graph & { readonly [key: string]: unknown }

/** From the older graph to the newer one. */
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

/** Only what belongs to a document: an id or a machine name is no difference. */
function documentOf(graph: Graph): Document {
  const { id: _, machineName: __, ...document }: Record<string, unknown> & Graph = { ...graph }
  return document
}

export function isSame({ workflow, nodes, edges }: WorkflowDiff): boolean {
  return [workflow, ...Object.values(nodes), ...Object.values(edges)].every((list) => list.length === 0)
}

/** The nodes that differ, and the ends of the edges that do: what a canvas should bring into view. */
export function differingNodes({ diff, graph }: GraphDifference): string[] {
  const ids = new Set([...diff.nodes.added, ...diff.nodes.removed, ...diff.nodes.changed].map(({ id }) => id))
  const edges = new Set([...diff.edges.added, ...diff.edges.removed].map(({ id }) => id))
  for (const { id, source, target } of graph.edges) if (edges.has(id)) ids.add(source).add(target)
  return [...ids]
}

/** Whether nodes were only pushed about. */
export function isOnlyMoved(changes: readonly Change[]): boolean {
  return changes.length > 0 && changes.every(({ path }) => path.startsWith('/position'))
}
