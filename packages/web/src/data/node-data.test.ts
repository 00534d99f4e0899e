import type { Graph, Job, NodeType, WorkflowNode } from '@millrace/model'
import { expect, test } from 'vitest'
import { expressionPath, nodeReferences } from './expression-path.ts'
import { type DataSources, nodeDataOf, type RunData, upstreamOf } from './node-data.ts'

const port = (id: string, dataType: string, type: 'input' | 'output') => ({ id, name: id, dataType, type })
const step = {
  node_type_id: 'step',
  inputs: [
    port('in', 'mixed', 'input'),
    port('more', 'mixed', 'input'),
    port('trigger', 'trigger', 'input'),
    port('tool', 'tool', 'input'),
    port('loop_back', 'mixed', 'input'),
  ],
  outputs: [port('out', 'mixed', 'output')],
  configSchema: {},
} as unknown as NodeType

const node = (id: string, { label = id, pins }: { label?: string; pins?: object } = {}): WorkflowNode =>
  ({
    id,
    type: 'step',
    position: { x: 0, y: 0 },
    data: { label, config: {}, ...(pins === undefined ? {} : { extensions: { 'millrace:pinned': pins } }) },
  }) as WorkflowNode
const edge = (source: string, target: string, input = 'in') => ({
  id: `${source}-${target}-${input}`,
  source,
  target,
  sourceHandle: `${source}-output-out`,
  targetHandle: `${target}-input-${input}`,
})
const job = (node_id: string, data: Pick<Job, 'input_data' | 'output_data'>): Job => ({
  id: `job-${node_id}`,
  node_id,
  label: node_id,
  status: 'completed',
  execution_count: 1,
  attempt: 1,
  ...data,
})
/** A run with the given steps; the other nodes were not reached, or are not part of it. */
const runWith = (jobs: Job[], { id = 'e', others = [] as string[] } = {}): RunData => ({
  id,
  created: '2026-01-01T12:00:00.000Z',
  jobs,
  node_statuses: Object.fromEntries(
    [...others, ...jobs.map(({ node_id }) => node_id)].map((node) => [
      node,
      { status: 'completed', executions: 1, status_counts: {} },
    ]),
  ),
})
const sources = (graph: Graph, ...runs: RunData[]): DataSources => ({ graph, types: new Map([['step', step]]), runs })
const chain: Graph = { nodes: [node('a'), node('b'), node('c')], edges: [edge('a', 'b'), edge('b', 'c')] }

test('a node without a run and without pins has no data', () => {
  expect(nodeDataOf(sources(chain), 'b')).toEqual({ inputs: {}, outputs: {}, source: undefined })
  expect(nodeDataOf(sources(chain), 'gone')).toEqual({ inputs: {}, outputs: {}, source: undefined })
})

test('the data of a node are the values of its newest step', () => {
  const jobs = [job('b', { input_data: { in: 1 }, output_data: { out: 2 } }), job('b', { input_data: { in: 3 } })]
  const data = nodeDataOf(sources(chain, runWith(jobs)), 'b')
  expect(data).toMatchObject({ inputs: { in: 3 }, outputs: { out: 2 }, source: 'run', executionId: 'e' })
})

test('a node that was added after the run gets the outputs of the nodes it is connected to', () => {
  const run = runWith([job('a', { input_data: {}, output_data: { out: [1, 2] } })])
  expect(nodeDataOf(sources(chain, run), 'b')).toEqual({
    inputs: { in: [1, 2] },
    outputs: {},
    source: 'run',
    executionId: 'e',
    created: '2026-01-01T12:00:00.000Z',
  })
})

test('pinned outputs replace the results of the run and arrive at the next node', () => {
  const graph: Graph = { ...chain, nodes: [node('a', { pins: { out: 'pinned' } }), node('b'), node('c')] }
  const run = runWith([
    job('a', { input_data: {}, output_data: { out: 'ran' } }),
    job('b', { input_data: { in: 'ran' } }),
  ])
  expect(nodeDataOf(sources(graph, run), 'a')).toMatchObject({ outputs: { out: 'pinned' }, source: 'pinned' })
  expect(nodeDataOf(sources(graph, run), 'b').inputs).toEqual({ in: 'pinned' })
  expect(nodeDataOf(sources(graph), 'b')).toEqual({ inputs: { in: 'pinned' }, outputs: {}, source: 'pinned' })
})

test('a test of one node replaces the data of that node only', () => {
  const whole = runWith([
    job('a', { input_data: {}, output_data: { out: 1 } }),
    job('b', { input_data: { in: 1 }, output_data: { out: 2 } }),
  ])
  const tested = runWith([job('b', { input_data: { in: 5 }, output_data: { out: 6 } })], { id: 'test' })
  const both = sources(chain, tested, whole)
  expect(nodeDataOf(both, 'b')).toMatchObject({ inputs: { in: 5 }, outputs: { out: 6 }, executionId: 'test' })
  expect(nodeDataOf(both, 'a')).toMatchObject({ outputs: { out: 1 }, executionId: 'e' })
})

test('a node that the last run did not reach has no outputs of an older one', () => {
  const newest = runWith([job('a', { input_data: {}, output_data: { out: 1 } })], { others: ['b', 'c'] })
  const older = runWith([job('b', { input_data: { in: 0 }, output_data: { out: 9 } })], { id: 'old' })
  expect(nodeDataOf(sources(chain, newest, older), 'b')).toMatchObject({ inputs: { in: 1 }, outputs: {} })
})

test('connections for order only deliver no data', () => {
  const graph: Graph = { nodes: [node('a', { pins: { out: 1 } }), node('b')], edges: [edge('a', 'b', 'trigger')] }
  expect(nodeDataOf(sources(graph), 'b').inputs).toEqual({})
})

test('lists the nodes before a node, nearest first, without tools and loop-backs', () => {
  const graph: Graph = {
    nodes: [...chain.nodes, node('tool'), node('later')],
    edges: [...chain.edges, edge('tool', 'c', 'tool'), edge('later', 'b', 'loop_back'), edge('c', 'later')],
  }
  const run = runWith([job('a', { input_data: {}, output_data: { out: 5 } })])
  expect(upstreamOf(sources(graph, run), 'c')).toMatchObject([
    { id: 'b', reference: 'nodes.b', isDirect: true, outputs: {}, source: undefined },
    { id: 'a', reference: 'nodes.a', isDirect: false, outputs: { out: 5 }, source: 'run' },
  ])
})

test('references use the label of a node if it is unambiguous, else its id', () => {
  const nodes = [
    node('http_request.1', { label: 'Fetch orders' }),
    node('x.1', { label: 'Twin' }),
    node('x.2', { label: 'twin' }),
  ]
  expect([...nodeReferences({ nodes }).values()]).toEqual(['nodes.fetch_orders', 'nodes.`x.1`', 'nodes.`x.2`'])
})

test('writes paths as expressions', () => {
  expect(expressionPath('nodes.fetch', ['body', 'items', 0, 'id'])).toBe('nodes.fetch.body.items[0].id')
  expect(expressionPath('nodes.fetch', ['headers', 'content-type'])).toBe('nodes.fetch.headers.`content-type`')
  expect(expressionPath('', ['body', 'and'])).toBe('body.`and`')
})
