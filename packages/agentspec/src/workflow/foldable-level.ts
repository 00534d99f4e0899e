/** A level that is folded step by step; each step only touches the affected nodes and edges. */
import type { CanvasEdge, CanvasNode } from './canvas.ts'
import type { Level } from './canvas-level.ts'

export class FoldableLevel {
  /** The document position of each node and edge; replacements take over the position. */
  readonly #nodes: Map<CanvasNode, number>
  readonly #edges: Map<CanvasEdge, number>
  readonly #at = new Map<CanvasNode, Set<CanvasEdge>>()

  constructor({ nodes, edges }: Level) {
    this.#nodes = new Map(nodes.map((node, place) => [node, place]))
    this.#edges = new Map(edges.map((edge, place) => [edge, place]))
    for (const edge of edges) this.#tie(edge)
  }

  /** The edges of some nodes, in document order. */
  edgesAt(nodes: Iterable<CanvasNode>): CanvasEdge[] {
    const found = new Set<CanvasEdge>()
    for (const node of nodes) for (const edge of this.#at.get(node) ?? []) found.add(edge)
    return [...found].sort((one, other) => (this.#edges.get(one) ?? 0) - (this.#edges.get(other) ?? 0))
  }

  /** Replaces nodes by one; `moved` maps each of their edges to its replacement. */
  replace(gone: ReadonlySet<CanvasNode>, by: CanvasNode, moved: ReadonlyMap<CanvasEdge, CanvasEdge>): void {
    const places = [...gone].flatMap((node) => this.#nodes.get(node) ?? [])
    for (const edge of this.edgesAt(gone)) {
      const place = this.#edges.get(edge) ?? 0
      this.#edges.delete(edge)
      for (const node of [edge.source, edge.target]) this.#at.get(node)?.delete(edge)
      const next = moved.get(edge)
      if (next === undefined) continue
      this.#edges.set(next, place)
      this.#tie(next)
    }
    for (const node of gone) this.#nodes.delete(node)
    this.#nodes.set(
      by,
      places.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY),
    )
  }

  level(): Level {
    const inOrder = <One>(places: ReadonlyMap<One, number>) =>
      [...places].sort(([, one], [, other]) => one - other).map(([one]) => one)
    return { nodes: inOrder(this.#nodes), edges: inOrder(this.#edges) }
  }

  #tie(edge: CanvasEdge): void {
    for (const node of [edge.source, edge.target]) {
      const edges = this.#at.get(node)
      if (edges === undefined) this.#at.set(node, new Set([edge]))
      else edges.add(edge)
    }
  }
}
