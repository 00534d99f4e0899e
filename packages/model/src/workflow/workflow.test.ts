import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { smallCatalogue } from '../testing/small-catalogue.ts'
import { diffOf } from './diff.ts'
import { changedDocument, newDocument } from './document.ts'
import { graphProblems } from './graph-problems.ts'
import { freeMachineName, machineNameOf } from './machine-name.ts'
import {
  isPlaceholder,
  joinSecrets,
  placeholderOf,
  splitSecrets,
  withoutPlaceholders,
  withoutSecrets,
} from './secrets.ts'
import { nameOf, nodeTypeIdOf, type WorkflowNode } from './workflow.ts'

const facts = { versionId: 'v1', now: '2026-01-01T00:00:00.000Z', savedBy: 'Ada' }
const created = () =>
  newDocument(
    {
      name: 'Cats',
      id: 'theirs',
      revision: 9,
      extra: { deep: 1 },
      tags: ['a', 'a'],
      metadata: { versionId: 'x', mine: 1 },
    },
    { ...facts, id: 'id-1', machineName: 'cats' },
  )

describe('workflow documents', () => {
  test('get the keys of the service when created and keep those of the client', () => {
    expect(created()).toEqual({
      id: 'id-1',
      machineName: 'cats',
      revision: 1,
      name: 'Cats',
      description: '',
      nodes: [],
      edges: [],
      extra: { deep: 1 },
      metadata: {
        author: 'Ada',
        format: 'millrace',
        mine: 1,
        tags: ['a'],
        schemaVersion: '1.0.0',
        version: '1.0.0',
        createdAt: facts.now,
        updatedAt: facts.now,
        versionId: 'v1',
        updateNumber: 1,
      },
    })
  })

  test('change only by the given keys and those of every save', () => {
    const before = created()
    const after = changedDocument(
      before,
      { description: 'All cats', metadata: { tags: ['b'], createdAt: 'never', updateNumber: 77 } },
      { versionId: 'v2', now: '2026-01-02T00:00:00.000Z', savedBy: 'Bob' },
    )
    expect(after).toEqual({
      ...before,
      description: 'All cats',
      revision: 2,
      metadata: {
        ...before.metadata,
        tags: ['b'],
        updatedAt: '2026-01-02T00:00:00.000Z',
        versionId: 'v2',
        updateNumber: 2,
      },
    })
  })
})

describe('node types of nodes', () => {
  const node = (rest: object): WorkflowNode => ({ id: 'n', type: 'universalNode', ...rest })

  test('come from the copy of the type in the node, in either spelling, otherwise from its canvas key', () => {
    expect(nodeTypeIdOf(node({ data: { metadata: { node_type_id: 'new', id: 'old' } } }))).toBe('new')
    expect(nodeTypeIdOf(node({ data: { metadata: { id: 'old' } } }))).toBe('old')
    expect(nodeTypeIdOf(node({ type: 'text' }))).toBe('text')
    expect(nodeTypeIdOf({ id: 'n' })).toBe('')
  })

  test('are independent of its name, which is its title or label with its id', () => {
    expect(nameOf(node({ data: { label: 'L', config: { instanceTitle: 'T' } } }))).toBe('"T" (n)')
    expect(nameOf(node({ data: { label: 'L' } }))).toBe('"L" (n)')
    expect(nameOf(node({}))).toBe('"n"')
  })
})

describe('machine names', () => {
  test.each([
    ['My First Flow!', 'my_first_flow'],
    ['Übergrößen 42', 'ubergro_en_42'],
    ['日本語', 'workflow'],
    ['__a__', 'a'],
    ['x'.repeat(200), 'x'.repeat(64)],
  ])('%s becomes %s', (name, expected) => {
    expect(machineNameOf(name)).toBe(expected)
  })

  test('are made unique by a number', () => {
    expect(freeMachineName('a', [])).toBe('a')
    expect(freeMachineName('a', ['a', 'a_2', 'ab'])).toBe('a_3')
  })
})

describe('secrets of nodes', () => {
  const SECRET = 'sk-live-abcdefgh-1234'
  const model = (config: object, id = 'm'): WorkflowNode => ({
    id,
    data: { config: { model: 'x', ...config }, metadata: { node_type_id: 'model' } },
  })

  test('leave a placeholder that shows four characters of a long one and none of a short one', () => {
    expect(placeholderOf(SECRET)).toBe('__secret__:1234')
    expect(placeholderOf('short')).toBe('__secret__:****')
  })

  test('are found at the top, nested and in lists, and are restored at the same paths', () => {
    const nodes = [model({ apiKey: SECRET, nested: { password: 'p' }, list: ['one', 'two'] })]
    const split = splitSecrets(nodes, smallCatalogue)
    expect(JSON.stringify(split.nodes)).not.toContain('abcdefgh')
    expect(split.nodes[0]?.data?.config).toEqual({
      model: 'x',
      apiKey: '__secret__:1234',
      nested: { password: '__secret__:****' },
      list: ['__secret__:****', '__secret__:****'],
    })
    expect(joinSecrets(split.nodes, smallCatalogue, split.secrets)).toEqual(nodes)
  })

  test('are unchanged after splitting and joining any values and ids', () => {
    const text = fc.string({ minLength: 1 }).filter((value) => !isPlaceholder(value))
    const ids = fc.oneof(text, fc.constantFrom('__proto__', 'constructor'))
    fc.assert(
      fc.property(ids, text, text, (id, apiKey, password) => {
        const nodes = [model({ apiKey, nested: { password } }, id)]
        const split = splitSecrets(nodes, smallCatalogue)
        const stored = JSON.parse(JSON.stringify(split.secrets))
        expect(joinSecrets(split.nodes, smallCatalogue, stored)).toEqual(nodes)
      }),
    )
  })

  test('keep the stored value for a placeholder that is sent back', () => {
    const first = splitSecrets([model({ apiKey: SECRET })], smallCatalogue)
    const again = splitSecrets(first.nodes, smallCatalogue, first.secrets)
    expect(again.secrets).toEqual({ m: { '/apiKey': SECRET } })
    expect(splitSecrets([model({ apiKey: 'new-secret-value' })], smallCatalogue, first.secrets).secrets).toEqual({
      m: { '/apiKey': 'new-secret-value' },
    })
  })

  test('are copied with a node if exactly one value matches', () => {
    const stored = { a: { '/apiKey': SECRET }, b: { '/apiKey': 'other-secret-5678' } }
    const copy = model({ apiKey: placeholderOf(SECRET) }, 'copy')
    expect(splitSecrets([copy], smallCatalogue, stored).secrets).toEqual({ copy: { '/apiKey': SECRET } })
    const ambiguous = { a: { '/apiKey': 'aaaaaaaaaaaa1234' }, b: { '/apiKey': 'bbbbbbbbbbbb1234' } }
    expect(splitSecrets([copy], smallCatalogue, ambiguous).secrets).toEqual({})
  })

  test('do not include empty fields and hidden lists of branches', () => {
    const nodes = [model({ apiKey: '' })]
    expect(splitSecrets(nodes, smallCatalogue)).toEqual({ nodes, secrets: {} })
  })

  test('of an unknown type are found by the copy of its schema', () => {
    const node: WorkflowNode = {
      id: 'x',
      data: {
        config: { key: SECRET },
        metadata: { node_type_id: 'gone', configSchema: { properties: { key: { type: 'string', format: 'hidden' } } } },
      },
    }
    expect(splitSecrets([node], smallCatalogue).secrets).toEqual({ x: { '/key': SECRET } })
  })

  const hidden = { type: 'string', format: 'hidden' }

  test('are found in alternatives, in maps, and for other values in place of a text', () => {
    const node: WorkflowNode = {
      id: 'x',
      data: {
        config: { maybe: SECRET, headers: { auth: SECRET }, odd: { token: SECRET }, plain: SECRET },
        metadata: {
          node_type_id: 'gone',
          configSchema: {
            properties: {
              maybe: { anyOf: [hidden, { type: 'null' }] },
              headers: { type: 'object', additionalProperties: hidden },
              odd: hidden,
              plain: { type: 'string' },
            },
          },
        },
      },
    }
    const { nodes, secrets } = splitSecrets([node], smallCatalogue)
    expect(secrets).toEqual({
      x: { '/maybe': SECRET, '/headers/auth': SECRET, '/odd': JSON.stringify({ token: SECRET }) },
    })
    expect(nodes[0]?.data?.config).toMatchObject({ maybe: '__secret__:1234', headers: { auth: '__secret__:1234' } })
    expect(joinSecrets(nodes, smallCatalogue, secrets)[0]?.data?.config).toMatchObject({ headers: { auth: SECRET } })
  })

  test.each([
    ['a setting', { properties: { key: hidden } }, { key: SECRET }, '/key'],
    ['a part of a setting', { properties: { a: { properties: { key: hidden } } } }, { a: { key: SECRET } }, '/a/key'],
    ['a setting of any name', { additionalProperties: hidden }, { other: SECRET }, '/other'],
    ['an alternative of the settings', { anyOf: [{ properties: { key: hidden } }, {}] }, { key: SECRET }, '/key'],
  ])('of a known type are found in %s', (_, schema, config, path) => {
    const types = new Map([...smallCatalogue.types].map(([id, type]) => [id, { ...type, configSchema: schema }]))
    const [id = ''] = types.keys()
    const node: WorkflowNode = { id: 'x', data: { config, metadata: { node_type_id: id } } }
    expect(splitSecrets([node], { ...smallCatalogue, types }).secrets).toEqual({ x: { [path]: SECRET } })
  })

  test('are removed from an export, and placeholders from an import', () => {
    const nodes = [model({ apiKey: SECRET, list: ['one'] })]
    expect(withoutSecrets(nodes, smallCatalogue)[0]?.data?.config).toEqual({ model: 'x', list: [] })
    expect(withoutPlaceholders([model({ apiKey: '__secret__:1234' })], smallCatalogue)).toEqual([model({})])
    expect(withoutPlaceholders(nodes, smallCatalogue)).toEqual(nodes)
  })
})

describe('graphProblems', () => {
  test('accepts an edge without handles and reports the first duplicate node id', () => {
    const nodes = [{ id: 'a' }, { id: 'b' }]
    expect(graphProblems({ nodes, edges: [{ id: 'e', source: 'a', target: 'b' }] }, 10)).toEqual([])
    expect(graphProblems({ nodes: [...nodes, { id: 'a' }], edges: [] }, 10)).toEqual([
      { code: 'DUPLICATE_NODE', message: 'Node id "a" is used twice', path: '/nodes/2/id', nodeId: 'a' },
    ])
  })
})

describe('diffOf', () => {
  const node = (id: string, config: object, rest: object = {}): WorkflowNode => ({
    id,
    data: { label: id, config: { ...config } },
    ...rest,
  })
  const edge = (id: string, source: string, target: string) => ({ id, source, target })
  const version = (nodes: WorkflowNode[], edges: ReturnType<typeof edge>[], rest: object = {}) => ({
    nodes,
    edges,
    ...rest,
  })

  test('reports changes of nodes, edges and other keys separately', () => {
    const from = version([node('a', { x: 1 }), node('b', {})], [edge('e', 'a', 'b')], { name: 'Old', revision: 1 })
    const to = version([node('a', { x: 2, y: 3 }), node('c', {})], [edge('f', 'a', 'c')], { name: 'New', revision: 2 })
    expect(diffOf(from, to)).toEqual({
      workflow: [{ path: '/name', from: 'Old', to: 'New' }],
      nodes: {
        added: [{ id: 'c', label: 'c' }],
        removed: [{ id: 'b', label: 'b' }],
        changed: [
          {
            id: 'a',
            label: 'a',
            changes: [
              { path: '/data/config/x', from: 1, to: 2 },
              { path: '/data/config/y', to: 3 },
            ],
          },
        ],
      },
      edges: { added: [{ id: 'f', label: 'a → c' }], removed: [{ id: 'e', label: 'a → b' }], changed: [] },
    })
  })

  test('ignores keys that every save and every canvas changes', () => {
    const from = version([node('a', {})], [], {
      revision: 1,
      metadata: { updatedAt: 'x', versionId: '1', author: 'A' },
    })
    const to = version([node('a', {}, { selected: true, measured: { width: 1 } })], [], {
      revision: 2,
      metadata: { updatedAt: 'y', versionId: '2', author: 'A' },
    })
    const nothing = { added: [], removed: [], changed: [] }
    expect(diffOf(from, to)).toEqual({ workflow: [], nodes: nothing, edges: nothing })
  })
})
