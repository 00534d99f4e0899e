import type { Graph, NodeType, WorkflowNode } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { upstreamOf } from './node-data.ts'
import { type SettingLanguage, usedValue } from './used-value.ts'

const port = (id: string, dataType: string, type: 'input' | 'output') => ({ id, name: id, dataType, type })
const step = {
  node_type_id: 'step',
  inputs: [port('data', 'json', 'input'), port('trigger', 'trigger', 'input')],
  outputs: [port('value', 'mixed', 'output'), port('data', 'mixed', 'output')],
  configSchema: {
    properties: { template: { type: 'string', format: 'template' }, dynamicInputs: { type: 'array' }, value: {} },
  },
} as unknown as NodeType

const node = (id: string, label = id, config = {}): WorkflowNode =>
  ({ id, type: 'step', position: { x: 0, y: 0 }, data: { label, config } }) as WorkflowNode
const edge = (source: string, output: string, input: string) => ({
  id: `${output}-${input}`,
  source,
  target: 'b',
  sourceHandle: `${source}-output-${output}`,
  targetHandle: `b-input-${input}`,
})

/** Node `b` after node `a`, which is called "My order". */
function used(path: string, of: SettingLanguage, edges = [edge('a', 'trigger', 'trigger')], config = {}) {
  const graph: Graph = { nodes: [node('a', 'My order'), node('b', 'b', config)], edges }
  const upstream = upstreamOf({ graph, types: new Map([['step', step]]), runs: [] }, 'b')
  return usedValue(path, of, { node: node('b', 'b', config), type: step, graph, upstream })
}

const TEMPLATE = { language: 'template', scope: { kind: 'placeholders', port: 'data' } } as const
const TRANSFORM = { language: 'expression', scope: { kind: 'value', port: 'data' } } as const
const CODE = { language: 'code', scope: { kind: 'inputs' } } as const

test('an input is used by its name', () => {
  expect(used('data.id', CODE)).toEqual({ text: 'data.id' })
  expect(used('data.id', TRANSFORM)).toEqual({ text: 'id' })
  expect(used('data', TRANSFORM)).toEqual({ text: '$' })
  expect(used('$sum(data)', CODE)).toBeUndefined()
})

test('a value of a node before is used through the input that it is connected to', () => {
  const edges = [edge('a', 'value', 'data')]
  expect(used('nodes.my_order.value.id', TRANSFORM, edges)).toEqual({ text: 'id' })
  expect(used('nodes.my_order.value.tags[0]', CODE, edges)).toEqual({ text: 'data.tags[0]' })
  expect(used('nodes.my_order.value', TEMPLATE, edges)).toEqual({ text: 'data' })
})

describe('a value that is not connected', () => {
  test('connects the free input of an expression', () => {
    const connect = { source: { node: 'a', port: 'value' }, target: { node: 'b', port: 'data' } }
    expect(used('nodes.my_order.value.id', TRANSFORM)).toEqual({ text: 'id', connect })
  })

  test('cannot be used if the input of the expression has another source', () => {
    expect(used('nodes.my_order.value.id', TRANSFORM, [edge('a', 'data', 'data')])).toBeUndefined()
  })

  test('becomes a new placeholder of a template, with a name that is not taken', () => {
    const connect = { source: { node: 'a', port: 'value' }, target: { node: 'b', port: 'my_order_value' } }
    // `value` is a setting and `data` a port of the type.
    expect(used('nodes.my_order.value.id', TEMPLATE)).toEqual({ text: 'my_order_value.id', connect })
    expect(used('nodes.my_order.data', TEMPLATE)?.text).toBe('my_order_data')
    const config = { template: '{{ my_order_data }}' }
    expect(used('nodes.my_order.data', TEMPLATE, undefined, config)?.text).toBe('value_2')
  })

  test('cannot be used by code, whose inputs are listed in the settings', () => {
    expect(used('nodes.my_order.value.id', CODE)).toBeUndefined()
  })
})
