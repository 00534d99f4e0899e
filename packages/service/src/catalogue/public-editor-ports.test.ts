import { branchesOf, type NodePort, type NodeType, portsOf } from '@millrace/model'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from './catalogue.ts'

let types: ReadonlyMap<string, NodeType>
beforeAll(async () => {
  types = (await loadCatalogue({ nodes: [], basePath: '/api/v1' })).types
})

/** The ports of a new node that releases 1.x of the public editor draw. */
function drawnThere(type: NodeType): string[] {
  const all = (ports: readonly NodePort[]) => ports.map(({ type: side, id }) => `${side} ${id}`)
  const some = (ports: readonly NodePort[]) => {
    const data = ports.find(({ dataType }) => dataType !== 'trigger')
    const trigger = ports.find(({ dataType }) => dataType === 'trigger')
    return all([data, trigger].filter((port) => port !== undefined))
  }
  const { inputs, outputs } = type
  switch (type.supportedTypes[0]) {
    case 'gateway':
      return [...all(inputs), ...branchesOf(type, {}).map(({ name }) => `output ${name}`)]
    case 'tool':
      return all([...inputs, ...outputs].filter(({ dataType }) => dataType === (type.portDataType ?? 'tool')))
    case 'simple':
    case 'square':
      return [...some(inputs), ...some(outputs)]
    default:
      return all([...inputs, ...outputs])
  }
}

test('the public editor draws every branch and every data port of every type', () => {
  const missing = [...types.values()].flatMap((type) => {
    const { inputs, outputs } = portsOf(type, {})
    const drawn = new Set(drawnThere(type))
    return [...inputs.values(), ...outputs.values()]
      .filter(({ id, type: side, exposedByDefault }) => exposedByDefault !== false && !drawn.has(`${side} ${id}`))
      .map(({ id }) => `${type.id}: ${id}`)
  })
  // A gateway continues through its branches; its trigger output only reports that it has run.
  expect(missing).toEqual(['confirmation: trigger', 'if_else: trigger', 'switch: trigger'])
})

test('types with dynamic ports use a form that draws them', () => {
  const isDynamic = ({ configSchema: { properties } }: NodeType) =>
    Object.keys(properties ?? {}).some((key) => key === 'dynamicInputs' || key === 'dynamicOutputs')
  const others = [...types.values()].filter((type) => isDynamic(type) && type.supportedTypes[0] !== 'default')
  // Its branches differ between nodes and are drawn in no other form.
  expect(others.map(({ id }) => id)).toEqual(['agentspec.branching_node'])
  expect(types.get('merge')).toMatchObject({ type: 'square', supportedTypes: ['default', 'square', 'simple'] })
})

test('a review is drawn with its data outputs and its branches', () => {
  const review = types.get('review')
  expect(review).toMatchObject({ type: 'gateway', supportedTypes: ['default', 'gateway'] })
  expect(review?.outputs.map(({ id, dataType }) => `${id}:${dataType}`)).toEqual([
    'decisions:json',
    'accepted:json',
    'all_accepted:trigger',
    'changed:trigger',
    'expired:trigger',
    'trigger:trigger',
    'error:json',
  ])
  expect(review?.outputs.map(({ displayOrder }) => displayOrder)).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('a node with its own branches does not have the default ones', () => {
  const review = types.get('review')
  if (review === undefined) throw new Error('no review')
  const outputs = (branches: object[]) => [...portsOf(review, { branches }).outputs.keys()]
  expect(outputs([{ name: 'changed' }, { name: 'other' }])).toEqual([
    'decisions',
    'accepted',
    'changed',
    'expired',
    'trigger',
    'error',
    'other',
  ])
  expect(outputs([])).toEqual(['decisions', 'accepted', 'expired', 'trigger', 'error'])
})
