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

test('select all skips edges that cannot be selected', () => {
  const { nodes, edges } = selectableIn(graph)
  expect([...nodes]).toEqual(['a', 'b'])
  expect([...edges]).toEqual(['plain', 'open', 'fixed'])
})

test('removes only the deletable part of a selection', () => {
  const all = { nodes: new Set(['a', 'b']), edges: new Set(['plain', 'open', 'fixed', 'gone']) }
  expect(removableIn(graph, all)).toEqual({ nodes: ['a'], edges: ['plain', 'open'] })
})

test('an edge that cannot be deleted cannot be replaced', () => {
  expect(['plain', 'open', 'fixed', 'still'].map((id) => isRemovable(graph, id))).toEqual([true, true, false, true])
})
