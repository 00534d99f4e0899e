import { expect, test } from 'vitest'
import { helloWorld } from './templates/hello-world.ts'
import { boundsOf, miniatureOfSummary, miniatureOfTemplate } from './thumbnail-shapes.ts'

test('draws listed nodes by the catalogue and omits notes and loose edges', () => {
  const listed = {
    nodes: [
      { x: 10, y: 20, type: 'x' },
      { x: 0, y: 0, type: 'y' },
      { x: 5, y: 5, type: 'sticky' },
    ],
    edges: [
      [0, 1],
      [0, 2],
    ],
  }
  const looks: Record<string, { visual: string; color: string }> = {
    x: { visual: 'simple', color: 'red' },
    sticky: { visual: 'note', color: 'yellow' },
  }
  const mini = miniatureOfSummary(listed, (id) => looks[id])
  expect(mini.nodes).toMatchObject([
    { id: '0', x: 10, y: 20, kind: 'pill', color: 'red' },
    { id: '1', x: 0, y: 0, kind: 'box' },
  ])
  expect(mini.edges).toEqual([{ source: '0', target: '1' }])
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
