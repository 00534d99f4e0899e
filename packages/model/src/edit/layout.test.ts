import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { drawn } from '../testing/drawing.ts'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import type { Graph } from '../workflow/workflow.ts'
import { beautified } from './beautify.ts'
import { freePlace, placeOf } from './free-place.ts'
import { placedNodes } from './group-layout.ts'
import { groupOfEach, isGroup, isInGroup, type PlacedNode } from './groups.ts'
import { type LayoutDirection, laidOut } from './layout.ts'
import { graphs } from './testing/arbitraries.ts'

const directions = fc.constantFrom<LayoutDirection>('horizontal', 'vertical')

const ownersIn = (graph: Graph) => groupOfEach(placedNodes(graph.nodes, smallCatalogue))

/** Pairs of nodes that overlap; a group and what is in it may. */
function overlaps(graph: Graph): string[] {
  const boxes = placedNodes(graph.nodes, smallCatalogue)
  const isInside = (a: PlacedNode, b: PlacedNode) => a.isGroup && isInGroup(a, b)
  return boxes.flatMap((a, at) =>
    boxes
      .slice(at + 1)
      .filter((b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height)
      .filter((b) => !isInside(a, b) && !isInside(b, a))
      .map((b) => `${a.id} and ${b.id}`),
  )
}

const places = (graph: Graph) => Object.fromEntries(graph.nodes.map((node) => [node.id, node.position!]))

describe('laidOut', () => {
  test('is deterministic and without overlaps', () => {
    fc.assert(
      fc.property(graphs, directions, (graph, direction) => {
        const result = laidOut(graph, direction, smallCatalogue)
        expect(overlaps(result)).toEqual([])
        expect(ownersIn(result)).toEqual(ownersIn(graph))
        expect(laidOut(result, direction, smallCatalogue)).toEqual(result)
        for (const { position } of result.nodes) expect(Object.values(position!).every(Number.isInteger)).toBe(true)
      }),
    )
  })

  test('leads every connection to the right, or down', () => {
    const graph = drawn(`
      start:inputs -> prompt:data
      text:text    -> model:message
      prompt:output -> model:message
      model:response -> end:value
    `)
    const across = places(laidOut(graph, 'horizontal', smallCatalogue))
    const down = places(laidOut(graph, 'vertical', smallCatalogue))
    for (const { source, target } of graph.edges) {
      expect(across[source]!.x).toBeLessThan(across[target]!.x)
      expect(down[source]!.y).toBeLessThan(down[target]!.y)
    }
    // A source is placed directly before the node it feeds.
    expect(across.text!.x).toBe(across.prompt!.x)
  })

  test('ignores loop-back edges, and lays out real cycles too', () => {
    const loop = drawn(`
      each:item -> prompt:data
      prompt:output -> each:loop_back
    `)
    const at = places(laidOut(loop, 'horizontal', smallCatalogue))
    expect(at.each!.x).toBeLessThan(at.prompt!.x)
    const cycle = drawn(`
      prompt.1:output -> prompt.2:data
      prompt.2:output -> prompt.1:data
    `)
    expect(overlaps(laidOut(cycle, 'horizontal', smallCatalogue))).toEqual([])
  })

  test('keeps unknown keys and does not change the given graph', () => {
    const graph = { ...drawn('text:text -> end:value'), name: 'mine' }
    for (const node of graph.nodes) Object.assign(node, { selected: true })
    const before = structuredClone(graph)
    const result = laidOut(graph, 'vertical', smallCatalogue)
    expect(graph).toEqual(before)
    expect(result).toMatchObject({ name: 'mine', nodes: [{ selected: true }, { selected: true }], edges: graph.edges })
  })
})

describe('beautified', () => {
  test('places nodes on the grid without overlaps and keeps their relative order', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const result = beautified(graph, smallCatalogue)
        expect(overlaps(result)).toEqual([])
        const owners = ownersIn(graph)
        expect(ownersIn(result)).toEqual(owners)
        for (const [at, a] of graph.nodes.entries()) {
          const [newA, oldA] = [result.nodes[at]!.position!, placeOf(a)]
          expect([newA.x % 20, newA.y % 20].map(Math.abs)).toEqual([0, 0])
          for (const [other, b] of graph.nodes.entries()) {
            if (owners.get(a.id) !== owners.get(b.id)) continue
            const [newB, oldB] = [result.nodes[other]!.position!, placeOf(b)]
            if (oldA.x < oldB.x) expect(newA.x).toBeLessThanOrEqual(newB.x)
            if (oldA.y < oldB.y) expect(newA.y).toBeLessThanOrEqual(newB.y)
          }
        }
      }),
    )
  })

  test('aligns nodes that are nearly in one row', () => {
    const graph = drawn('text:text -> end:value')
    graph.nodes[0]!.position = { x: 3, y: 8 }
    graph.nodes[1]!.position = { x: 402, y: 31 }
    expect(places(beautified(graph, smallCatalogue))).toEqual({ text: { x: 0, y: 0 }, end: { x: 400, y: 0 } })
  })
})

describe('freePlace', () => {
  test('is right of the node it follows, without overlaps', () => {
    fc.assert(
      fc.property(graphs, fc.nat(), (graph, pick) => {
        const tidy = laidOut(graph, 'horizontal', smallCatalogue)
        const near = tidy.nodes[pick % Math.max(1, tidy.nodes.length)]
        const at = freePlace(tidy, smallCatalogue, { near: near?.id })
        const added = { id: 'the new one', position: at, data: { metadata: { node_type_id: 'end' } } }
        // It may be placed across the border of a group.
        const others = tidy.nodes.filter((node) => !isGroup(node))
        expect(overlaps({ ...tidy, nodes: [...others, added] })).toEqual([])
        if (near) expect(at.x - near.position!.x).toBeGreaterThanOrEqual(250)
      }),
    )
  })
})
