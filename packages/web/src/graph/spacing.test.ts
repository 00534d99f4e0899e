import type { Graph, Point } from '@millrace/model'
import { drawn } from '@millrace/model/testing/drawing'
import { smallCatalogue } from '@millrace/model/testing/small-catalogue'
import { expect, test } from 'vitest'
import { geometryOf } from './geometry.ts'
import { lookOf } from './node-look.ts'
import { spacingBefore, spacingFor } from './spacing.ts'

const PLACES: Readonly<Record<string, Point>> = {
  'text.1': { x: 0, y: 0 },
  'model.1': { x: 260, y: 0 },
  'model.2': { x: 330, y: 0 },
  'end.1': { x: 600, y: 0 },
}

const graph: Graph = (() => {
  const { nodes, edges } = drawn(`
    text.1:text -> model.1:message
    model.1:response -> model.2:message
    model.2:response -> end.1:value
  `)
  return { nodes: nodes.map((node) => ({ ...node, position: PLACES[node.id] ?? { x: 0, y: 0 } })), edges }
})()

const moved = (places: Record<string, Point>) => ({
  ...graph,
  nodes: graph.nodes.map((node) => ({ ...node, position: places[node.id] ?? node.position ?? { x: 0, y: 0 } })),
})

test('a node between two others pushes both sides away and stays where it was dropped', () => {
  const context = { graph, catalogue: smallCatalogue }
  const places = {
    ...spacingFor('model.2', 'end.1', context),
    ...spacingBefore('model.2', 'model.1', context),
  }
  expect(places['model.2']).toBeUndefined()
  const after = new Map(moved(places).nodes.map((node) => [node.id, node]))
  const box = (id: string) => {
    const node = after.get(id)
    if (node === undefined) throw new Error(id)
    const { width } = geometryOf(lookOf(node, smallCatalogue.types, new Set()), node)
    const x = node.position?.x ?? 0
    return { left: x, right: x + width }
  }
  expect(box('model.1').right + 60).toBeLessThanOrEqual(box('model.2').left)
  expect(box('model.2').right + 60).toBeLessThanOrEqual(box('end.1').left)
  // Nodes further away keep their distance.
  expect(box('model.1').left - box('text.1').left).toBe(260)
})
