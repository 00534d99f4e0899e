import { NEXT_BRANCH } from '@millrace/model'
import { expect, test } from 'vitest'
import { compileFlow } from './compile-flow.ts'
import { readAgentSpec } from './read.ts'
import { COMPONENT_SETTING } from './workflow/node-component.ts'

const text = (title: string, more: object = {}) => ({ title, type: 'string', ...more })
const edge = (from_node: string, to_node: string, from_branch?: string) => ({
  name: `${from_node}_${from_branch ?? ''}_${to_node}`,
  from_node,
  to_node,
  ...(from_branch === undefined ? {} : { from_branch }),
})

function planOf(document: object) {
  const read = readAgentSpec(document)
  if (read.errors !== undefined || read.flow === undefined) throw new Error(JSON.stringify(read.errors))
  return compileFlow(read.flow)
}

const LOOP = {
  component_type: 'flow',
  name: 'Loop',
  start_node: 'start',
  inputs: [text('word')],
  nodes: [
    { component_type: 'start_node', name: 'start', outputs: [text('word', { default: 'hi' })] },
    { component_type: 'output_message_node', name: 'say', message: '{{word}}' },
    {
      component_type: 'branching_node',
      name: 'choose',
      branches: [{ name: 'again', value: 'a' }, { name: 'done' }],
      inputs: [text('word')],
    },
    { component_type: 'end_node', name: 'end', inputs: [text('word')] },
  ],
  control_flow_connections: [
    edge('start', 'say'),
    edge('say', 'choose'),
    edge('choose', 'say', 'again'),
    edge('choose', 'end', 'default'),
  ],
  data_flow_connections: null,
}

test('compiles a flow to a sequential plan from its start, including cycles', () => {
  const { nodes, edges, walk } = planOf(LOOP)
  expect(nodes.map(({ label, type }) => [label, type])).toEqual([
    ['start', 'agentspec.start_node'],
    ['say', 'agentspec.output_message_node'],
    ['choose', 'agentspec.branching_node'],
    ['end', 'agentspec.end_node'],
  ])
  expect(walk).toEqual({ start: 0, maxSteps: 1000 })
  expect(edges.filter(({ kind }) => kind === 'trigger').map(({ from, to, fromPort }) => [from, fromPort, to])).toEqual([
    [0, 'trigger', 1],
    [1, 'trigger', 2],
    [2, 'again', 1],
    [2, 'default', 3],
  ])
  const data = edges.filter(({ kind }) => kind === 'data').map(({ from, to, toPort }) => [from, toPort, to])
  expect(data).toEqual([
    [0, 'word', 1],
    [0, 'word', 2],
    [0, 'word', 3],
  ])
})

test('the start has the inputs of the flow with the defaults of the start node', () => {
  const [start] = planOf(LOOP).nodes
  expect(start?.config[COMPONENT_SETTING]).toMatchObject({ outputs: [{ title: 'word', default: 'hi' }] })
  expect(start).toMatchObject({ trigger: 'start', inputs: [] })
})

test('a nested flow takes the default branch for an unnamed branch', () => {
  const inner = { ...LOOP, name: 'inner' }
  const plan = planOf({
    component_type: 'flow',
    name: 'Outer',
    start_node: 's',
    nodes: [
      { component_type: 'start_node', name: 's', outputs: [text('word')] },
      { component_type: 'flow_node', name: 'f', flow: inner },
      { component_type: 'end_node', name: 'e', inputs: [] },
    ],
    control_flow_connections: [edge('s', 'f'), edge('f', 'e')],
    data_flow_connections: null,
  })
  expect(plan.edges.find(({ from }) => from === 1)).toMatchObject({ fromPort: NEXT_BRANCH, to: 2 })
  expect(plan.nodes[2]).toMatchObject({ givesOutputs: true })
})

test('an empty list of data edges does not connect by name', () => {
  const dataOf = (connections: unknown) =>
    planOf({ ...LOOP, data_flow_connections: connections }).edges.filter(({ kind }) => kind === 'data')
  expect(dataOf(null)).toHaveLength(3)
  expect(dataOf([])).toEqual([])
})
