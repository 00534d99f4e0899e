import { isDisabled } from '../../workflow/disabled.ts'
import { LOOP_BACK, type ResolvedNode } from '../resolved-graph.ts'
import { isOrder, type Way } from './stopped.ts'

/** The edges between steps while disabled nodes are taken out. */
export class Links {
  readonly #into: Map<ResolvedNode, Set<Way>>
  readonly #out: Map<ResolvedNode, Set<Way>>
  readonly #ordered: ReadonlySet<ResolvedNode>
  readonly #added = new Map<string, Way>()

  constructor(ways: readonly Way[]) {
    this.#into = setsBy(ways, ({ edge }) => edge.target)
    this.#out = setsBy(ways, ({ edge }) => edge.source)
    const orders = ways.filter((way) => isOrder(way) && !isDisabled(way.edge.source.node))
    this.#ordered = new Set(orders.map(({ edge }) => edge.target))
  }

  /** The edges that were added and not taken out again. */
  get added(): readonly Way[] {
    return [...this.#added.values()]
  }

  get count(): number {
    return this.#added.size
  }

  /** Whether an edge from an enabled node decides that this node runs. */
  hasOwnOrder(node: ResolvedNode): boolean {
    return this.#ordered.has(node)
  }

  /** Takes a node out with its edges; those from the node to itself are left out. */
  take(node: ResolvedNode): { readonly into: readonly Way[]; readonly out: readonly Way[] } {
    const into = [...(this.#into.get(node) ?? [])]
    const out = [...(this.#out.get(node) ?? [])]
    for (const way of [...into, ...out]) {
      this.#into.get(way.edge.target)?.delete(way)
      this.#out.get(way.edge.source)?.delete(way)
      this.#added.delete(keyOf(way))
    }
    return {
      into: into.filter(({ edge }) => edge.source !== node),
      out: out.filter(({ edge }) => edge.target !== node),
    }
  }

  /** Adds an edge, once. Only a loop may lead back to its own node. */
  add(way: Way): void {
    const key = keyOf(way)
    const { source, target } = way.edge
    if (this.#added.has(key) || (source === target && way.toPort !== LOOP_BACK)) return
    this.#added.set(key, way)
    put(this.#into, target, way)
    put(this.#out, source, way)
  }
}

function keyOf({ from, fromPort, to, toPort }: Way): string {
  return JSON.stringify([from, fromPort, to, toPort])
}

function setsBy(ways: readonly Way[], nodeOf: (way: Way) => ResolvedNode): Map<ResolvedNode, Set<Way>> {
  const sets = new Map<ResolvedNode, Set<Way>>()
  for (const way of ways) put(sets, nodeOf(way), way)
  return sets
}

function put(sets: Map<ResolvedNode, Set<Way>>, node: ResolvedNode, way: Way): void {
  const set = sets.get(node)
  if (set === undefined) sets.set(node, new Set([way]))
  else set.add(way)
}
