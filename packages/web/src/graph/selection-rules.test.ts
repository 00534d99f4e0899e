import type { Graph } from '@millrace/model'
import { expect, test } from 'vitest'
import { isRemovable, removableIn, selectableIn } from './selection-rules.ts'

const edge = (id: string, more: object = {}) => ({ id, source: 'a', target: 'b', ...more })
const graph: Graph = {
  nodes: [{ id: 'a' }, { id: 'b', deletable: false }],
  edges: [
    edge('plain'),
    edge('open', { selectable: true, deletable: true }),
    edge('fixed', { deletable: false }),
    edge('still', { selectable: false }),
  ],
}

test('everything is selected but edges that may not be', () => {
  const { nodes, edges } = selectableIn(graph)
  expect([...nodes]).toEqual(['a', 'b'])
  expect([...edges]).toEqual(['plain', 'open', 'fixed'])
})

test('of a selection only what may be deleted is removed', () => {
  const all = { nodes: new Set(['a', 'b']), edges: new Set(['plain', 'open', 'fixed', 'gone']) }
  expect(removableIn(graph, all)).toEqual({ nodes: ['a'], edges: ['plain', 'open'] })
})

test('an edge that may not be deleted may not be replaced either', () => {
  expect(['plain', 'open', 'fixed', 'still'].map((id) => isRemovable(graph, id))).toEqual([true, true, false, true])
})
