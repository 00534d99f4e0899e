import type { GraphIndex } from './graph-index.ts'

/** Marks every node that can be reached from the roots, continuing only through nodes for which `passes` is true. */
export function reachableFrom(
  { size, next }: GraphIndex,
  roots: Iterable<number>,
  passes: (node: number) => boolean = () => true,
): Uint8Array {
  const seen = new Uint8Array(size)
  const queue = [...roots]
  for (const root of queue) seen[root] = 1
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (!passes(node)) continue
    for (const to of next[node] ?? []) {
      if (seen[to]) continue
      seen[to] = 1
      queue.push(to)
    }
  }
  return seen
}
