import { expect, test } from 'vitest'
import { catalogueOf } from '../catalogue.ts'
import { defineNode } from '../node-type.ts'
import { compile } from '../plan/compile.ts'
import { Type } from '../schema.ts'
import type { Graph } from '../workflow/workflow.ts'
import { problemsIn } from './validate.ts'

const type = (id: string, ports: object = {}) =>
  defineNode({
    id,
    version: '1.0.0',
    name: id,
    description: id,
    category: id.endsWith('start_node') ? 'triggers' : 'logic',
    icon: 'mdi:circle',
    tags: [],
    config: Type.Object({}),
    inputs: {},
    outputs: {},
    ...ports,
  })
const catalogue = catalogueOf([
  type('agentspec.start_node', { reserved: { triggerIn: false } }),
  type('agentspec.llm_node'),
  type('agentspec.end_node'),
  type('native'),
])
const languages = { expressionProblem: () => undefined, templateProblem: () => undefined }

/** Nodes by id and type, and order edges between them. */
function graphOf(types: Record<string, string>, orders: readonly string[]): Graph {
  return {
    nodes: Object.entries(types).map(([id, node_type_id]) => ({ id, data: { metadata: { node_type_id } } })),
    edges: orders.map((order, at) => {
      const [source = '', target = ''] = order.split(' ')
      const sourceHandle = `${source}-output-trigger`
      return { id: `e${at}`, source, target, sourceHandle, targetHandle: `${target}-input-trigger` }
    }),
  }
}

const FLOW = { s: 'agentspec.start_node', a: 'agentspec.llm_node', b: 'agentspec.llm_node' }
const CYCLE = ['s a', 'a b', 'b a']
const codes = (graph: Graph) => problemsIn(graph, { catalogue, languages, maxNodes: 100 }).map(({ code }) => code)

test('treats an Agent Spec flow that goes back to a node as sequential, without a cycle problem', () => {
  const graph = graphOf(FLOW, CYCLE)
  expect(compile(graph, catalogue).walk).toEqual({ start: 0, maxSteps: 1000 })
  expect(codes(graph)).not.toContain('CYCLE')
})

test.each([
  ['a flow without a cycle', FLOW, ['s a', 'a b']],
  ['a flow with a native node', { ...FLOW, b: 'native' }, CYCLE],
  ['a flow with two starts', { ...FLOW, b: 'agentspec.start_node' }, ['s a', 'a b', 'b a']],
  ['a flow with a node that no order edge leads to', { ...FLOW, c: 'agentspec.llm_node' }, [...CYCLE, 'c a']],
])('does not treat %s as sequential', (_, types, orders) => {
  expect(compile(graphOf(types, orders), catalogue).walk).toBeUndefined()
})

test('rejects a cycle in a native workflow', () => {
  expect(codes(graphOf({ ...FLOW, b: 'native' }, CYCLE))).toContain('CYCLE')
})

test('reports nodes of a sequential workflow that the start does not lead to as unreachable', () => {
  const types = { ...FLOW, c: 'agentspec.llm_node', d: 'agentspec.llm_node' }
  const found = codes(graphOf(types, [...CYCLE, 'c d', 'd c']))
  expect(found.filter((code) => code === 'UNREACHABLE_NODE')).toHaveLength(2)
})
