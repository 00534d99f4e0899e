import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cyclesIn } from './cycles.ts'
import { graphIndex } from './graph-index.ts'
import { reachableFrom } from './reachable.ts'

const graphs = fc.integer({ min: 1, max: 12 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    edges: fc.array(fc.tuple(fc.nat(size - 1), fc.nat(size - 1)), { maxLength: 30 }),
  }),
)

/** Every pair that is connected by a path, computed naively. */
function closure(size: number, edges: readonly (readonly [number, number])[]): boolean[][] {
  const reach = Array.from({ length: size }, () => new Array<boolean>(size).fill(false))
  for (const [from, to] of edges) reach[from]![to] = true
  for (let k = 0; k < size; k++) {
    for (let i = 0; i < size; i++) {
      for (let j = 0; j < size; j++) if (reach[i]![k] && reach[k]![j]) reach[i]![j] = true
    }
  }
  return reach
}

describe('cyclesIn', () => {
  test('finds exactly the nodes on cycles', () => {
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const reach = closure(size, edges)
        const expected = Array.from({ length: size }, (_, at) => at).filter((at) => reach[at]![at])
        const found = cyclesIn(graphIndex(size, edges))
        expect(found.flat().sort((a, b) => a - b)).toEqual(expected)
        for (const knot of found) for (const a of knot) for (const b of knot) expect(reach[a]![b]).toBe(true)
      }),
    )
  })

  test('handles a chain of 100,000 nodes without overflowing the stack', () => {
    const size = 100_000
    const chain = Array.from({ length: size - 1 }, (_, at) => [at, at + 1] as const)
    expect(cyclesIn(graphIndex(size, chain))).toEqual([])
    expect(cyclesIn(graphIndex(size, [...chain, [size - 1, 0]]))).toHaveLength(1)
  })
})

describe('reachableFrom', () => {
  test('marks the roots and all their successors', () => {
    fc.assert(
      fc.property(graphs, ({ size, edges }) => {
        const reach = closure(size, edges)
        const seen = reachableFrom(graphIndex(size, edges), [0])
        for (let node = 0; node < size; node++) expect(seen[node] === 1).toBe(node === 0 || reach[0]![node])
      }),
    )
  })

  test('does not continue through a node that blocks', () => {
    const chain = graphIndex(3, [
      [0, 1],
      [1, 2],
    ])
    expect([...reachableFrom(chain, [0], (node) => node !== 1)]).toEqual([1, 1, 0])
  })
})
