/** A graph as numbers: nodes by position, edges as pairs, and the successors of each node. Independent of workflows. */
export interface GraphIndex {
  readonly size: number
  /** The successors of every node, repeats included. */
  readonly next: readonly (readonly number[])[]
  /** The number of incoming edges of each node. */
  readonly arriving: Uint32Array
}

/** Builds the index from pairs of positions below `size`. */
export function graphIndex(size: number, edges: Iterable<readonly [from: number, to: number]>): GraphIndex {
  const next: number[][] = Array.from({ length: size }, () => [])
  const arriving = new Uint32Array(size)
  for (const [from, to] of edges) {
    next[from]?.push(to)
    arriving[to] = (arriving[to] ?? 0) + 1
  }
  return { size, next, arriving }
}
