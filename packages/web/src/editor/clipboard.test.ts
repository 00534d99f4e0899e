import type { Catalogue, NodeType } from '@millrace/model'
import { expect, test } from 'vitest'
import { clipIn, clipOf, clipText } from './clipboard.ts'

const type = {
  node_type_id: 'model',
  inputs: [],
  outputs: [],
  configSchema: {
    type: 'object',
    properties: { apiKey: { type: 'string', format: 'hidden' }, name: { type: 'string' } },
  },
} as unknown as NodeType
const catalogue: Catalogue = { types: new Map([['model', type]]), categories: [] }
const node = (id: string) => ({
  id,
  type: 'model',
  position: { x: 0, y: 0 },
  data: { label: id, config: { apiKey: 'sk-secret', name: 'n' } },
})
const edge = { id: 'e', source: 'a', target: 'b' }
const graph = { nodes: [node('a'), node('b'), node('c')], edges: [edge, { id: 'f', source: 'b', target: 'c' }] }

test('a copy contains the nodes and the edges between them, without secrets', () => {
  const text = clipText(clipOf(graph, new Set(['a', 'b'])), catalogue)
  expect(text).not.toContain('sk-secret')
  const clip = clipIn(text)
  expect(clip?.nodes.map((one) => one.id)).toEqual(['a', 'b'])
  expect(clip?.edges).toEqual([edge])
})

test('accepts a whole workflow and a list of nodes', () => {
  expect(clipIn(JSON.stringify({ workflow: graph }))?.nodes).toHaveLength(3)
  expect(clipIn(JSON.stringify(graph.nodes))?.edges).toEqual([])
})

test.each(['hello', '{}', '[]', '{"nodes": [1]}', '{"nodes": "no"}', '{ broken'])('%s contains no nodes', (text) => {
  expect(clipIn(text)).toBeUndefined()
})
