import type { Graph } from '@millrace/model'
import { expect, test } from 'vitest'
import { changeLines, namedEdges, summaryOf, valueText } from '../editor/change-text.ts'
import { ENGLISH } from '../i18n/texts.ts'
import { differenceOf, differingNodes, isSame } from './graph-difference.ts'

const node = (id: string, config: Record<string, unknown> = {}, x = 0) => ({
  id,
  position: { x, y: 0 },
  data: { label: id, config, metadata: { node_type_id: 'text' } },
})
const edge = (source: string, target: string) => ({ id: `${source}-${target}`, source, target })

const before: Graph = { nodes: [node('a'), node('b', { size: 1 }), node('c')], edges: [edge('a', 'b'), edge('b', 'c')] }
const after: Graph = {
  nodes: [node('a', {}, 40), node('b', { size: 2 }), node('d')],
  edges: [edge('a', 'b'), edge('b', 'd')],
}

test('draws removed nodes beside existing ones, each with its mark', () => {
  const { graph, marks, edgeMarks, diff } = differenceOf(before, after)
  expect(graph.nodes.map(({ id }) => id)).toEqual(['a', 'b', 'd', 'c'])
  expect(graph.edges.map(({ id }) => id)).toEqual(['a-b', 'b-d', 'b-c'])
  expect([...marks].map(([id, { change }]) => [id, change])).toEqual([
    ['d', 'added'],
    ['c', 'removed'],
    ['a', 'changed'],
    ['b', 'changed'],
  ])
  expect([...edgeMarks]).toEqual([
    ['b-d', 'added'],
    ['b-c', 'removed'],
  ])
  expect(summaryOf(diff, ENGLISH)).toBe(
    '1 node added, 1 node removed, 2 nodes changed, 1 connection added, 1 connection removed',
  )
})

test('lists differing nodes and both ends of new edges for the viewport', () => {
  expect(differingNodes(differenceOf(before, after)).sort()).toEqual(['a', 'b', 'c', 'd'])
})

test('ids and machine names do not count as differences', () => {
  const one = { ...before, id: '1', machineName: 'x', name: 'Same' }
  const other = { ...before, id: '2', machineName: 'y', name: 'Same' }
  expect(isSame(differenceOf(one, other).diff)).toBe(true)
})

test('describes changes by setting names and a move only once', () => {
  expect(
    changeLines(
      [
        { path: '/data/config/template', from: 'Hello', to: 'Good\nday' },
        { path: '/data/config/old', from: 3 },
        { path: '/data/extensions/millrace:retry', to: { maxAttempts: 3 } },
        { path: '/data/label', from: 'a', to: 'b' },
        { path: '/position/x', from: 0, to: 1 },
        { path: '/position/y', from: 0, to: 1 },
      ],
      ENGLISH,
    ),
  ).toEqual([
    'template: “Hello” → “Good day”',
    'old: 3 removed',
    'millrace:retry: {"maxAttempts":3}',
    'Name: “a” → “b”',
    'moved',
  ])
  expect(valueText('x'.repeat(100), ENGLISH)).toHaveLength(60)
})

test('describes connections by the titles of their nodes', () => {
  const titled: Graph = {
    ...after,
    nodes: after.nodes.map((one) => (one.id === 'b' ? { ...one, data: { label: 'Bee' } } : one)),
  }
  const { diff, graph } = differenceOf(before, titled)
  expect(namedEdges(diff.edges, graph).removed).toEqual([{ id: 'b-c', label: 'Bee → c' }])
})
