import { refuse } from '../edit-problem.ts'
import { nodeNamed } from '../find.ts'
import { nearestTo } from '../nearest.ts'
import type { Verb } from '../verb.ts'

/** Removes a selection: nodes with all their edges, and single edges, by their exact ids. */
export interface RemoveCommand {
  readonly verb: 'remove'
  readonly nodes: readonly string[]
  readonly edges: readonly string[]
}

export const remove: Verb<RemoveCommand> = {
  kind: 'edit',
  gesture: 'Removes a selection: nodes with their connections, and single connections, by their ids.',

  edit(graph, command) {
    const [nodes, edges] = [new Set(command.nodes), new Set(command.edges)]
    const [nodeIds, edgeIds] = [new Set(graph.nodes.map(({ id }) => id)), new Set(graph.edges.map(({ id }) => id))]
    for (const id of nodes) if (!nodeIds.has(id)) nodeNamed({ nodes: [] }, id)
    for (const id of edges) {
      if (!edgeIds.has(id)) refuse('EDGE_NOT_FOUND', `There is no edge "${id}"`, nearestTo(id, edgeIds))
    }
    return {
      graph: {
        ...graph,
        nodes: graph.nodes.filter((node) => !nodes.has(node.id)),
        edges: graph.edges.filter((edge) => !edges.has(edge.id) && !nodes.has(edge.source) && !nodes.has(edge.target)),
      },
    }
  },
}
