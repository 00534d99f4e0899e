import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { defineNode } from '../node-type.ts'
import { Type } from '../schema.ts'
import { completeNode, type StoredTypes, storedNode, typeCopyIn } from './type-copies.ts'
import type { WorkflowNode } from './workflow.ts'

const PLAIN = {
  version: '1.0.0',
  description: 'One.',
  category: 'helpers',
  icon: 'mdi:one',
  tags: [],
  inputs: { text: { dataType: 'string' } },
  outputs: {},
} as const

const BRANCHES = [{ name: 'yes' }, { name: 'no' }]

const catalogue = catalogueOf([
  defineNode({ ...PLAIN, id: 'plain', name: 'Plain', config: Type.Object({}) }),
  defineNode({ ...PLAIN, id: 'custom', name: 'Custom', config: Type.Object({}) }),
  defineNode({
    ...PLAIN,
    id: 'gate',
    name: 'Gate',
    visual: 'gateway',
    config: Type.Object({ branches: Type.Optional(Type.Array(Type.Object({}), { default: BRANCHES })) }),
  }),
])
const types: StoredTypes = { ...catalogue, isBuiltIn: (id) => id !== 'custom' }
const plain = catalogue.types.get('plain')
const position = { x: 1, y: 2 }

function sent(node: WorkflowNode): WorkflowNode {
  return completeNode(node, catalogue)
}

describe('a node in an API reply', () => {
  test.each<[string, WorkflowNode]>([
    ['by its type alone', { id: 'a', type: 'plain' }],
    ['by the id of its metadata', { id: 'a', type: 'universalNode', data: { metadata: { id: 'plain' } } }],
    ['by the node_type_id of its metadata', { id: 'a', data: { metadata: { node_type_id: 'plain' } } }],
    ['with a stale copy', { id: 'a', data: { metadata: { ...plain, inputs: [], badge: 'OLD' } } }],
    ['with the id of a node it was copied from', { id: 'a', type: 'plain', data: { nodeId: 'b' } }],
  ])('has its id and its type from the catalogue: %s', (_, node) => {
    expect(sent(node).data).toEqual({ nodeId: 'a', config: {}, metadata: plain })
    expect(sent(node).data?.metadata).toMatchObject({ id: 'plain', node_type_id: 'plain' })
  })

  test('keeps unknown keys', () => {
    const own = {
      id: 'a',
      type: 'plain',
      position,
      measured: { width: 1 },
      data: { label: 'A', extra: [1], metadata: { host: 1 } },
    }
    expect(sent(own)).toEqual({
      ...own,
      data: { ...own.data, nodeId: 'a', config: {}, metadata: { ...plain, host: 1 } },
    })
  })

  test('of a gateway has the default branches unless it has its own', () => {
    expect(sent({ id: 'a', type: 'gate' }).data?.config).toEqual({ branches: BRANCHES })
    const own = { branches: [{ name: 'only' }] }
    expect(sent({ id: 'a', type: 'gate', data: { config: own } }).data?.config).toEqual(own)
    expect(sent({ id: 'a', type: 'gate', data: { config: { branches: [] } } }).data?.config).toEqual({ branches: [] })
  })

  test('of an unknown type has the keys that clients require, its own copy first', () => {
    const copy = { node_type_id: 'gone', name: 'Gone', inputs: [{ id: 'x', dataType: 'string' }] }
    expect(sent({ id: 'a', data: { metadata: copy } }).data?.metadata).toMatchObject({
      ...copy,
      id: 'gone',
      outputs: [],
      configSchema: { properties: {} },
    })
    expect(sent({ id: 'a' }).data?.metadata).toMatchObject({ id: '', node_type_id: '', inputs: [], outputs: [] })
  })

  test('of an unknown type without a copy has no known ports', () => {
    expect(typeCopyIn(sent({ id: 'a', type: 'gone' }))).toBeUndefined()
    const copy = { node_type_id: 'gone', inputs: [], outputs: [{ id: 'out', dataType: 'string' }, 7] }
    expect(typeCopyIn({ id: 'a', data: { metadata: copy } })?.outputs).toEqual([{ id: 'out', dataType: 'string' }])
  })

  test('has extensions in the current form', () => {
    const extensions = { 'millrace:join': 'any', 'host:thing': 1 }
    expect(sent({ id: 'a', type: 'plain', data: { extensions } }).data?.extensions).toEqual({
      'millrace:join': { mode: 'any' },
      'host:thing': 1,
    })
  })
})

describe('a stored node', () => {
  const node: WorkflowNode = { id: 'a', type: 'universalNode', position, data: { label: 'A', config: { x: 1 } } }

  test('keeps the type and other keys of its metadata that are not of the catalogue', () => {
    const full = { ...node, data: { ...node.data, nodeId: 'a', metadata: { ...plain, badge: 'OLD', host: 1 } } }
    expect(storedNode(full, types)).toEqual({
      ...node,
      data: { ...node.data, metadata: { node_type_id: 'plain', host: 1 } },
    })
  })

  test('has no metadata if its type is enough', () => {
    expect(storedNode({ ...node, type: 'plain', data: { ...node.data, metadata: { ...plain } } }, types)).toEqual({
      ...node,
      type: 'plain',
    })
  })

  test('keeps the copy of a custom type, which may be uninstalled, and of an unknown one', () => {
    for (const id of ['custom', 'gone']) {
      const own = { ...node, data: { ...node.data, metadata: { ...plain, id, node_type_id: id } } }
      expect(storedNode(own, types)).toBe(own)
    }
  })

  test.each<WorkflowNode>([
    { id: 'a' },
    { id: 'a', type: 'plain', data: { label: 'A' } },
    { id: 'a', type: 'gate', data: { metadata: { node_type_id: 'plain' } } },
    { ...node, data: { ...node.data, metadata: { ...plain, host: { deep: [1] } } } },
    { ...node, data: { ...node.data, metadata: { ...plain, id: 'gone', node_type_id: 'gone' } } },
  ])('is returned the same as without removing its copy: %j', (given) => {
    expect(sent(storedNode(given, types))).toEqual(sent(given))
    expect(sent(storedNode(sent(given), types))).toEqual(sent(given))
    expect(storedNode(storedNode(given, types), types)).toEqual(storedNode(given, types))
  })
})
