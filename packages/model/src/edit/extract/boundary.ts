/** The edges between a selection and the rest of a workflow. */
import { edgeKind } from '../../validate/edge-kinds.ts'
import type { ResolvedEdge, ResolvedGraph, ResolvedNode } from '../../validate/resolved-graph.ts'

export interface Boundary {
  readonly graph: ResolvedGraph
  readonly inside: ReadonlySet<ResolvedNode>
  readonly into: readonly ResolvedEdge[]
  readonly out: readonly ResolvedEdge[]
  /** Whether an edge decides that its target runs. */
  readonly isOrder: (edge: ResolvedEdge) => boolean
}

export function boundaryOf(graph: ResolvedGraph, ids: ReadonlySet<string>): Boundary {
  const inside = new Set(graph.nodes.filter(({ node }) => ids.has(node.id)))
  return {
    graph,
    inside,
    into: graph.edges.filter(({ source, target }) => !inside.has(source) && inside.has(target)),
    out: graph.edges.filter(({ source, target }) => inside.has(source) && !inside.has(target)),
    isOrder: (edge) => {
      const kind = edgeKind(edge)
      return kind === 'trigger' || kind === 'branch' || edge.targetPort?.dataType === 'trigger'
    },
  }
}
