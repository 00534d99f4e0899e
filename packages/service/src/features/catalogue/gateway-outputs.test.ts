import { type NodeType, portsOf } from '@millrace/model'
import { beforeAll, expect, test } from 'vitest'
import { loadCatalogue } from '../../catalogue.ts'

let types: ReadonlyMap<string, NodeType>
beforeAll(async () => {
  types = (await loadCatalogue({ nodes: [], basePath: '/api/v1' })).types
})

/** The outputs that the public editor draws: of a gateway the branches, of any other node all outputs of its type. */
function drawnThere(type: NodeType): string[] {
  const branches = (type.configSchema.properties as Record<string, { default?: { name: string }[] }>).branches
  const isGateway = (type.supportedTypes[0] ?? type.type) === 'gateway'
  return isGateway ? (branches?.default ?? []).map(({ name }) => name) : type.outputs.map(({ id }) => id)
}

test('every branch and every data output of a gateway is drawn by the public editor', () => {
  const gateways = [...types.values()].filter(({ type }) => type === 'gateway')
  expect(gateways.map(({ id }) => id)).toEqual(expect.arrayContaining(['if_else', 'switch', 'review', 'confirmation']))
  for (const type of gateways) {
    const needed = [...portsOf(type, {}).outputs.values()].filter(
      ({ id, dataType, exposedByDefault }) =>
        exposedByDefault !== false && (dataType !== 'trigger' || id !== 'trigger'),
    )
    expect([type.id, needed.map(({ id }) => id).filter((id) => !drawnThere(type).includes(id))]).toEqual([type.id, []])
  }
})

test('a review is drawn there with its data outputs and its branches', () => {
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

test('a node with branches of its own does not have the default ones', () => {
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
