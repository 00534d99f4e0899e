import { describe, expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { defineNode, type NodeDefinition } from '../node-type.ts'
import { choice, Type } from '../schema.ts'
import { triggersIn } from './triggers.ts'
import type { WorkflowNode } from './workflow.ts'

const base = { version: '1', name: 'x', description: '', icon: 'x', tags: [], category: 'triggers' } as const
const ports = { inputs: {}, outputs: {} }

const definitions: NodeDefinition[] = [
  defineNode({
    ...base,
    ...ports,
    id: 'webhook_trigger',
    config: Type.Object({
      path: Type.String({ pattern: '^[a-z/]+$' }),
      method: Type.Optional(choice(['POST', 'ANY'], { default: 'POST' })),
    }),
  }),
  defineNode({
    ...base,
    ...ports,
    id: 'schedule_trigger',
    config: Type.Object({ cron: Type.String(), enabled: Type.Optional(Type.Boolean()) }),
  }),
]
const catalogue = catalogueOf(definitions)

const node = (id: string, typeId: string, config: Record<string, unknown>): WorkflowNode => ({
  id,
  data: { label: id, config, metadata: { node_type_id: typeId } },
})

describe('triggersIn', () => {
  test('finds webhooks and schedules in document order, with defaults for omitted settings', () => {
    const nodes = [
      node('tick', 'schedule_trigger', { cron: ' 0 9 * * * ', timezone: '', overlap: 'buffer' }),
      node('note', 'note', { path: 'x' }),
      node('in', 'webhook_trigger', { path: 'orders/new/', method: '' }),
    ]
    expect(triggersIn({ nodes }, catalogue)).toEqual([
      { kind: 'schedule', nodeId: 'tick', cron: '0 9 * * *', timezone: 'UTC', overlap: 'buffer', enabled: true },
      { kind: 'webhook', nodeId: 'in', path: 'orders/new', method: 'POST', auth: 'none', respond: 'accepted' },
    ])
  })

  test('includes a disabled schedule', () => {
    const nodes = [node('tick', 'schedule_trigger', { cron: '@daily', enabled: false })]
    expect(triggersIn({ nodes }, catalogue)).toMatchObject([{ enabled: false }])
  })

  test.each([
    ['no path', node('in', 'webhook_trigger', {})],
    ['an empty path', node('in', 'webhook_trigger', { path: '' })],
    ['an invalid path', node('in', 'webhook_trigger', { path: '../x' })],
    ['a path that is not a text', node('in', 'webhook_trigger', { path: 7 })],
    ['an unknown method', node('in', 'webhook_trigger', { path: 'x', method: 'FETCH' })],
    ['no cron line', node('tick', 'schedule_trigger', {})],
    ['a type from a prototype', node('tick', 'constructor', { cron: '@daily' })],
    ['no data at all', { id: 'tick', type: 'schedule_trigger' }],
  ])('ignores a draft: %s', (_, draft) => {
    expect(triggersIn({ nodes: [draft] }, catalogue)).toEqual([])
  })

  test('ignores a type that the catalogue does not have', () => {
    const nodes = [node('in', 'webhook_trigger', { path: 'x' })]
    expect(triggersIn({ nodes }, catalogueOf([]))).toEqual([])
  })
})

describe('a workflow as a tool', () => {
  const workflow = { name: 'Greet', machineName: 'greet', description: 'Says hello.', nodes: [] }
  const toolOf = (tool: unknown, nodes: WorkflowNode[] = []) =>
    triggersIn({ ...workflow, nodes, config: { tool } }, catalogue)

  test('has the name and description of the workflow unless others are given', () => {
    const tool = { kind: 'tool', nodeId: '', name: 'greet', title: 'Greet', description: 'Says hello.' }
    expect(toolOf({})).toEqual([tool])
    expect(toolOf({ name: '', description: null })).toEqual([tool])
    expect(toolOf({ name: 'Hi-2', description: 'Hi.' })).toEqual([{ ...tool, name: 'Hi-2', description: 'Hi.' }])
  })

  test('takes the schema of the start node if that is an object', () => {
    const schemaOf = (schema: unknown) =>
      toolOf({}, [node('s', 'start', { schema })]).map((tool) => 'schema' in tool && tool.schema)
    const properties = { who: { type: 'string' } }
    expect(schemaOf({ type: 'object', properties })).toEqual([{ type: 'object', properties }])
    expect(schemaOf({ properties })).toEqual([{ type: 'object', properties }])
    expect(schemaOf({ type: 'string' })).toEqual([undefined])
    expect(schemaOf(undefined)).toEqual([undefined])
  })

  test.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'greet'],
    ['a name with a blank', { name: 'two words' }],
    ['a name that is too long', { name: 'x'.repeat(65) }],
    ['a name that is not a text', { name: 7 }],
    ['a description that is not a text', { description: {} }],
  ])('is not published with %s', (_, tool) => {
    expect(toolOf(tool)).toEqual([])
  })

  test('comes after the triggers of nodes', () => {
    const nodes = [node('in', 'webhook_trigger', { path: 'greet' })]
    expect(toolOf({}, nodes).map(({ kind }) => kind)).toEqual(['webhook', 'tool'])
  })
})
