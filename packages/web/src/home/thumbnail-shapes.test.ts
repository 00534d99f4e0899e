import { expect, test } from 'vitest'
import { helloWorld } from './templates/hello-world.ts'
import { boundsOf, miniatureOf, miniatureOfTemplate } from './thumbnail-shapes.ts'

test('draws nodes by their copies of the types and omits notes and loose edges', () => {
  const type = (id: string, rest: object = {}) => ({ metadata: { node_type_id: id, ...rest } })
  const mini = miniatureOf({
    nodes: [
      { id: 'a', position: { x: 10, y: 20 }, data: type('x', { type: 'simple', color: 'red' }) },
      { id: 'b', data: type('y') },
      { id: 'n', data: type('notes', { type: 'note' }) },
    ],
    edges: [
      { id: '1', source: 'a', target: 'b' },
      { id: '2', source: 'a', target: 'n' },
    ],
  })
  expect(mini.nodes).toMatchObject([
    { id: 'a', x: 10, y: 20, kind: 'pill', color: 'red' },
    { id: 'b', x: 0, y: 0, kind: 'box' },
  ])
  expect(mini.edges).toEqual([{ source: 'a', target: 'b' }])
})

test('draws nodes by the catalogue if it has their type', () => {
  const nodes = [{ id: 'a', data: { metadata: { node_type_id: 'x', type: 'note', color: 'red' } } }]
  const look = (id: string) => (id === 'x' ? { visual: 'simple', color: 'blue' } : undefined)
  expect(miniatureOf({ nodes, edges: [] }, look).nodes).toMatchObject([{ kind: 'pill', color: 'blue' }])
})

test('draws a template without a catalogue', () => {
  const mini = miniatureOfTemplate(helloWorld, () => undefined)
  expect(mini.nodes.map(({ id }) => id)).toEqual(['name', 'greet', 'greeting'])
  expect(mini.edges).toHaveLength(2)
  const { width, height } = boundsOf(mini.nodes)
  expect(width).toBeGreaterThan(800)
  expect(height).toBeGreaterThan(90)
  expect(boundsOf([]).width).toBe(100)
})
