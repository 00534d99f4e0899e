import type { GraphIndex } from './graph-index.ts'

/**
 * The strongly connected components of a graph that contain a cycle. Tarjan's algorithm with an explicit stack, so that
 * a chain of 100,000 nodes does not overflow the call stack.
 */
export function cyclesIn({ size, next }: GraphIndex): number[][] {
  const order = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const onStack = new Uint8Array(size)
  const stack: number[] = []
  const found: number[][] = []
  let counter = 0

  const enter = (node: number) => {
    order[node] = low[node] = counter++
    stack.push(node)
    onStack[node] = 1
  }
  const leave = (node: number) => {
    if (low[node] !== order[node]) return
    const knot = stack.splice(stack.lastIndexOf(node))
    for (const member of knot) onStack[member] = 0
    if (knot.length > 1 || next[node]?.includes(node)) found.push(knot)
  }

  for (let root = 0; root < size; root++) {
    if (order[root] !== -1) continue
    enter(root)
    const walk: { node: number; at: number }[] = [{ node: root, at: 0 }]
    for (let top = walk.at(-1); top !== undefined; top = walk.at(-1)) {
      const { node } = top
      const to = next[node]?.[top.at++]
      if (to === undefined) {
        leave(node)
        walk.pop()
        const parent = walk.at(-1)
        if (parent) low[parent.node] = Math.min(low[parent.node] ?? 0, low[node] ?? 0)
      } else if (order[to] === -1) {
        enter(to)
        walk.push({ node: to, at: 0 })
      } else if (onStack[to]) {
        low[node] = Math.min(low[node] ?? 0, order[to] ?? 0)
      }
    }
  }
  return found
}
