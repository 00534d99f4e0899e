import { type Graph, type Job, type NodeType, pinsOf, type WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import type { DataSources, RunData } from '../data/node-data.ts'
import { nodeTest } from './node-test.ts'

const port = (id: string, dataType: string, type: 'input' | 'output', more = {}) => ({
  id,
  name: id,
  dataType,
  type,
  ...more,
})
const step = {
  node_type_id: 'step',
  inputs: [
    port('in', 'mixed', 'input', { required: true }),
    port('other', 'mixed', 'input'),
    port('tool', 'tool', 'input'),
    port('trigger', 'trigger', 'input'),
    port('loop_back', 'mixed', 'input'),
  ],
  outputs: [port('out', 'mixed', 'output'), port('trigger', 'trigger', 'output'), port('tool', 'tool', 'output')],
  configSchema: {},
} as unknown as NodeType
const types = new Map([['step', step]])

const node = (id: string, extensions?: Record<string, unknown>): WorkflowNode =>
  ({
    id,
    type: 'step',
    position: { x: 0, y: 0 },
    data: { label: id, config: {}, ...(extensions === undefined ? {} : { extensions }) },
  }) as WorkflowNode
const edge = (source: string, target: string, to = 'in', from = 'out') => ({
  id: `${source}-${target}-${to}`,
  source,
  target,
  sourceHandle: `${source}-output-${from}`,
  targetHandle: `${target}-input-${to}`,
})
/** A run in which every node delivered a value named after it. */
const ran = (...nodes: string[]): RunData => ({
  id: 'e',
  created: '2026-01-01T12:00:00.000Z',
  jobs: nodes.map(
    (id): Job => ({
      id,
      node_id: id,
      label: id,
      status: 'completed',
      execution_count: 1,
      attempt: 1,
      output_data: { out: `out of ${id}` },
    }),
  ),
  node_statuses: Object.fromEntries(
    nodes.map((id) => [id, { status: 'completed', executions: 1, status_counts: {} } as const]),
  ),
})
const plan = (graph: Graph, runs: RunData[], id: string, given = {}) =>
  nodeTest({ graph, types, runs } satisfies DataSources, id, given)
const idsOf = ({ nodes }: Pick<Graph, 'nodes'>) => nodes.map(({ id }) => id)
const pinsIn = ({ nodes }: Pick<Graph, 'nodes'>, id: string) => {
  const found = nodes.find((one) => one.id === id)
  return found && pinsOf(found)
}

const chain: Graph = {
  nodes: [node('a'), node('b'), node('c'), node('later')],
  edges: [edge('a', 'b'), edge('b', 'c'), edge('c', 'later')],
}

test('runs one node with its known input, and nothing before or after it', () => {
  const test = plan(chain, [ran('a', 'b')], 'c')
  expect(idsOf(test)).toEqual(['c', 'test_input.c.in'])
  expect(pinsIn(test, 'test_input.c.in')).toEqual({ result: 'out of b' })
  expect(test.edges).toMatchObject([{ source: 'test_input.c.in', target: 'c', targetHandle: 'c-input-in' }])
  expect(test).toMatchObject({ before: [], open: [] })
})

test('runs the nodes before it whose results are not known, up to those that are', () => {
  const test = plan(chain, [ran('a')], 'c')
  expect(idsOf(test)).toEqual(['c', 'b', 'test_input.b.in'])
  expect(pinsIn(test, 'test_input.b.in')).toEqual({ result: 'out of a' })
  expect(test.before).toEqual(['b'])
  expect(test.open.map(({ id }) => id)).toEqual(['in'])
})

test('inputs from the user replace the nodes before it', () => {
  const test = plan(chain, [], 'c', { in: 'by hand', other: 5 })
  expect(idsOf(test)).toEqual(['c', 'test_input.c.in', 'test_input.c.other'])
  expect(test.before).toEqual([])
})

test('pinned data before a node is used, and its own pinned data is not', () => {
  const pins = { 'millrace:pinned': { out: 'pinned' } }
  const graph: Graph = { ...chain, nodes: [node('a'), node('b', pins), node('c', pins)] }
  const test = plan(graph, [], 'c')
  expect(pinsIn(test, 'test_input.c.in')).toEqual({ result: 'pinned' })
  expect(pinsIn(test, 'c')).toBeUndefined()
})

test('a required input without a source is asked for', () => {
  const test = plan({ nodes: [node('a')], edges: [] }, [], 'a')
  expect(test.open.map(({ id }) => id)).toEqual(['in'])
  expect(test.before).toEqual([])
})

test('connections for order only do not run other nodes', () => {
  const graph: Graph = { nodes: [node('a'), node('b')], edges: [edge('a', 'b', 'trigger', 'trigger')] }
  expect(idsOf(plan(graph, [], 'b', { in: 1 }))).toEqual(['b', 'test_input.b.in'])
})

test('the tools of an agent are part of its test and do not run before it', () => {
  const graph: Graph = { nodes: [node('agent'), node('tool')], edges: [edge('tool', 'agent', 'tool', 'tool')] }
  const test = plan(graph, [], 'agent', { in: 1 })
  expect(idsOf(test)).toEqual(['agent', 'tool', 'test_input.agent.in'])
  expect(test.before).toEqual([])
})

test('the test of a loop has its body', () => {
  const graph: Graph = {
    nodes: [node('list'), node('loop'), node('body'), node('after')],
    edges: [edge('list', 'loop'), edge('loop', 'body'), edge('body', 'loop', 'loop_back'), edge('loop', 'after')],
  }
  const test = plan(graph, [ran('list', 'body')], 'loop')
  expect(idsOf(test)).toEqual(['loop', 'body', 'test_input.loop.in'])
  expect(test.edges.map(({ source, target }) => `${source}-${target}`)).toEqual([
    'body-loop',
    'test_input.loop.in-loop',
    'loop-body',
  ])
  expect(test.running).toEqual(new Set(['loop', 'body']))
})

test('nodes that its expressions refer to come before it with their known outputs', () => {
  const expressions = { 'millrace:expressions': { url: 'https://x/{{ nodes.a.out }}' } }
  const graph: Graph = { ...chain, nodes: [node('a'), node('b'), node('c', expressions)] }
  const test = plan(graph, [ran('a', 'b')], 'c')
  expect(pinsIn(test, 'a')).toEqual({ out: 'out of a' })
  expect(test.edges).toContainEqual(
    expect.objectContaining({ source: 'a', target: 'c', targetHandle: 'c-input-trigger' }),
  )
  expect(plan(graph, [ran('b')], 'c').before).toEqual(['a'])
  expect(plan(graph, [], 'c', { in: 1 }).before).toEqual(['a'])
})
