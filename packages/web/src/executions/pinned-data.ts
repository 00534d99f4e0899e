/** Pinned data: outputs that replace a run of their node in test runs. */
import { type Graph, pinsOf } from '@millrace/model'

/** The nodes that have something pinned. */
export function pinnedNodes({ nodes }: Pick<Graph, 'nodes'>): string[] {
  return nodes.filter((node) => pinsOf(node) !== undefined).map(({ id }) => id)
}
