import { describe, expect, test } from 'vitest'
import { KEPT_SECRET, openSecrets, portableOf, reconciled } from './portable.ts'

const workflow = {
  id: 'w-id',
  machineName: 'orders',
  revision: 7,
  name: 'Orders',
  description: '',
  active: true,
  config: { active: false, publish: 'manual', kanban: { b: 1, a: 2 } },
  edges: [{ target: 'b', source: 'a', id: 'e', selected: true }],
  nodes: [
    {
      type: 'universalNode',
      selected: true,
      measured: { width: 1 },
      id: 'a',
      data: {
        nodeId: 'a',
        label: 'Call',
        config: { workflow: 'other-id', token: '__secret__:wxyz' },
        metadata: { id: 'http_request', node_type_id: 'http_request', name: 'HTTP' },
      },
    },
  ],
  metadata: { tags: ['shop'], versionId: 'v', updatedAt: 'now' },
}

describe('a workflow as a file', () => {
  test('has what people edit, in an order of its own, without ids, times, switches and hints of secrets', () => {
    const file = portableOf(workflow, new Map([['other-id', 'other']]))
    expect(JSON.stringify(file)).toBe(
      JSON.stringify({
        name: 'Orders',
        machineName: 'orders',
        tags: ['shop'],
        config: { kanban: { a: 2, b: 1 } },
        nodes: [
          {
            id: 'a',
            data: {
              config: { token: KEPT_SECRET, workflow: 'other' },
              label: 'Call',
              metadata: { node_type_id: 'http_request' },
            },
            type: 'universalNode',
          },
        ],
        edges: [{ id: 'e', source: 'a', target: 'b' }],
      }),
    )
    expect(portableOf(file, new Map())).toEqual(file)
    expect(openSecrets(file)).toEqual(['/nodes/a/data/config/token'])
  })

  test('keeps stored secrets: placeholders count as equal, and values unless they are to be sent', () => {
    const stored = { nodes: [{ id: 'b' }, { id: 'a', token: KEPT_SECRET }] }
    const placeholders = {
      nodes: [
        { id: 'a', token: KEPT_SECRET },
        { id: 'b', token: KEPT_SECRET },
      ],
    }
    expect(reconciled(placeholders, stored, false)).toEqual({ nodes: [{ id: 'a', token: KEPT_SECRET }, { id: 'b' }] })
    const values = {
      nodes: [
        { id: 'a', token: 'x' },
        { id: 'b', token: 'y' },
      ],
    }
    expect(reconciled(values, stored, false)).toEqual({
      nodes: [
        { id: 'a', token: KEPT_SECRET },
        { id: 'b', token: 'y' },
      ],
    })
    expect(reconciled(values, stored, true)).toEqual(values)
  })
})
