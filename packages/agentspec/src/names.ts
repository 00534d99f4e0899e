/**
 * Node names as keys: the simple dialect and the status maps of the runtime need them unique, the official format does
 * not.
 */
import type { Flow } from './components.ts'
import { NumberedNames } from './numbered-names.ts'

/** A unique name for every node id of a flow; duplicates become `<name> 2`. */
export function uniqueNames(flow: Pick<Flow, 'nodes'>): Map<string, string> {
  const count = Map.groupBy(flow.nodes, (node) => node.name)
  const taken = new Set<string>(count.keys())
  const first = new Set<string>()
  const names = new NumberedNames((name) => taken.has(name))
  return new Map(
    flow.nodes.map((node) => {
      if (!first.has(node.name)) {
        first.add(node.name)
        return [node.id, node.name]
      }
      const name = names.free(node.name)
      taken.add(name)
      return [node.id, name]
    }),
  )
}
