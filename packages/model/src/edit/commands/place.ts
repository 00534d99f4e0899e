import type { Point } from '../../geometry.ts'
import { nodeNamed } from '../find.ts'
import { isAt, movedTo } from '../free-place.ts'
import type { Verb } from '../verb.ts'

/** Moves many nodes at once. */
export interface PlaceCommand {
  readonly verb: 'place'
  readonly positions: Readonly<Record<string, Point>>
}

export const place: Verb<PlaceCommand> = {
  kind: 'edit',
  gesture: 'Moves many nodes at once, by their ids.',

  edit(graph, { positions }) {
    const wanted = new Map(Object.entries(positions))
    for (const id of wanted.keys()) if (!graph.nodes.some((node) => node.id === id)) nodeNamed({ nodes: [] }, id)
    return {
      graph: {
        ...graph,
        nodes: graph.nodes.map((node) => {
          const to = wanted.get(node.id)
          return to === undefined || isAt(node, to) ? node : movedTo(node, to)
        }),
      },
    }
  },
}
