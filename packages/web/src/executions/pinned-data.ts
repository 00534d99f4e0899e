/** Pinned data: outputs that test runs use instead of running the node. */
import { type Graph, pinsOf } from '@millrace/model'

/** The nodes with pinned data. */
export function pinnedNodes({ nodes }: Pick<Graph, 'nodes'>): string[] {
  return nodes.filter((node) => pinsOf(node) !== undefined).map(({ id }) => id)
}
