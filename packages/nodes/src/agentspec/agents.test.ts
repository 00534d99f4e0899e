import { type ModelCall, NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { type DrivenNode, driveNode, type NodeDrive, number, outputs, text } from '../testing/drive-node.ts'
import type from '../types/agentspec.agent-node.ts'

const weather = {
  kind: 'server',
  id: 'w',
  name: 'weather',
  description: 'Returns the weather.',
  inputs: [text('city')],
  outputs: [text('sky')],
}
const agent = (more: object) => ({ kind: 'agent', id: 'a', name: 'a', systemPrompt: 'You help {{who}}.', ...more })
const node = (more: object, outs: object[] = []): NodeDrive['node'] => ({
  kind: 'agent',
  agent: agent(more),
  inputs: [text('who')],
  outputs: outs,
})

function drive(of: NodeDrive['node'], script: readonly (string | object)[], more: Partial<NodeDrive> = {}) {
  const left = [...script]
  const model = () => (left.shift() ?? 'Nothing more.') as string
  return driveNode({ type, node: of, inputs: { who: 'Ada' }, config: { max_turns: 25 }, model, ...more })
}
const call = (name: string, args: object) => ({ toolCalls: [{ name, args }] })
const lastOf = ({ exchanges }: DrivenNode, at: number): ModelCall['messages'][number] | undefined =>
  exchanges[at]?.messages.at(-1)

test('an agent submits its declared outputs, and the model is informed of an invalid result', async () => {
  const of = node({ tools: [weather], outputs: [text('sky')], humanInTheLoop: false }, [text('sky')])
  const script = [call('weather', { city: 'Oslo' }), call('submit_result', {}), call('submit_result', { sky: 'grey' })]
  const driven = await drive(of, script, { tools: { weather: ({ city }) => `grey in ${city}` } })
  expect(driven.end).toEqual({ sky: 'grey' })
  expect(driven.exchanges[0]).toMatchObject({
    system: 'You help Ada.',
    tools: [{ name: 'weather' }, { name: 'submit_result' }],
  })
  expect(lastOf(driven, 1)).toMatchObject({ role: 'tool', content: 'grey in Oslo' })
  expect(lastOf(driven, 2)?.content).toMatch('it lacks \\"sky\\"')
})

test('tool arguments are cast, and the model is informed of invalid ones', async () => {
  const of = node({ tools: [{ ...weather, inputs: [text('city'), number('days', { default: 1 })] }] })
  const script = [call('weather', { city: 7 }), call('weather', { days: 2 }), 'Done.']
  const driven = await drive(of, script, { tools: { weather: ({ city, days }) => `${city}, ${days}` } })
  expect(lastOf(driven, 1)?.content).toBe('7, 1')
  expect(lastOf(driven, 2)?.content).toMatch('Invalid arguments: it lacks \\"city\\"')
})

test('tool failures are returned to the model', async () => {
  const fails = () => {
    throw new NodeFailure('BROKEN', 'No clouds today.')
  }
  const script = [call('weather', { city: 'Oslo' }), call('magic', {}), 'Done.']
  const driven = await drive(node({ tools: [weather] }), script, { tools: { weather: fails } })
  expect(lastOf(driven, 1)?.content).toBe('{"error":"No clouds today.","code":"BROKEN"}')
  expect(lastOf(driven, 2)?.content).toMatch('Unknown tool \\"magic\\"')
  expect(driven.end).toEqual({})
})

test('a rejected call is not executed, and the model is informed', async () => {
  const of = node({ tools: [{ ...weather, requiresConfirmation: true }] })
  const script = [call('weather', { city: 'Oslo' }), 'Well.']
  const driven = await drive(of, script, { tools: { weather: () => 'x' }, reply: () => false })
  expect(driven.questions[0]).toMatchObject({ type: 'confirmation' })
  expect(driven.done.filter((one) => one.startsWith('tool'))).toEqual([])
  expect(lastOf(driven, 1)?.content).toMatch('A person rejected this call')
})

test('an agent without a result sends its text to the user if it may ask people', async () => {
  const talks = await drive(
    node({ outputs: [text('sky')] }, [text('sky')]),
    ['Which city?', call('submit_result', { sky: 'blue' })],
    { reply: () => 'Rome' },
  )
  expect(talks.questions[0]).toMatchObject({ type: 'text', config: { message: 'Which city?' } })
  expect(lastOf(talks, 1)).toEqual({ role: 'user', content: 'Rome' })
  expect(talks.messages).toEqual([
    { role: 'assistant', content: 'Which city?' },
    { role: 'user', content: 'Rome' },
  ])
  const alone = await drive(node({ outputs: [text('sky')], humanInTheLoop: false }, [text('sky')]), ['Blue.'])
  expect(alone.end).toEqual({ sky: 'Blue.' })
  const reminded = await drive(node({ outputs: [number('n')], humanInTheLoop: false }, [number('n')]), [
    'Blue.',
    call('submit_result', { n: 1 }),
  ])
  expect(lastOf(reminded, 1)?.content).toMatch('submit_result')
  expect(reminded.end).toEqual({ n: 1 })
})

test('an agent continues the conversation of the flow', async () => {
  const conversation = [{ role: 'assistant', content: 'Welcome.' }] as const
  const driven = await drive(node({}), ['I am a.'], { conversation })
  expect(driven.exchanges[0]?.messages.map(({ content }) => content)).toEqual(['Welcome.', 'Begin.'])
  expect(driven.messages).toEqual([{ role: 'assistant', content: 'I am a.' }])
})

test('workers are offered as tools of their manager and have separate conversations', async () => {
  const worker = agent({ id: 'w', name: 'worker', systemPrompt: 'You work.' })
  const group = { kind: 'manager_workers', id: 'm', name: 'm', groupManager: agent({}), workers: [worker] }
  const of: NodeDrive['node'] = { kind: 'agent', agent: group, inputs: [text('who')], outputs: [] }
  const driven = await drive(of, [call('worker', { message: 'Do it' }), 'I did it.', 'All done.'])
  expect(driven.exchanges[1]).toMatchObject({ system: 'You work.', messages: [{ role: 'user', content: 'Do it' }] })
  expect(lastOf(driven, 2)).toMatchObject({ role: 'tool', content: 'I did it.' })
  expect(driven.messages).toEqual([{ role: 'assistant', content: 'All done.' }])
})

describe('a flow used as an agent', () => {
  const flow = {
    kind: 'flow',
    id: 'f',
    name: 'inner',
    startNode: 's',
    nodes: [
      { kind: 'start', id: 's', name: 's', inputs: [text('who')] },
      { kind: 'end', id: 'e', name: 'e', outputs: [text('who')] },
    ],
    controlFlow: [],
  }

  test('runs as a child execution with a separate conversation', async () => {
    const of: NodeDrive['node'] = { kind: 'agent', agent: flow, inputs: [text('who')], outputs: [text('who')] }
    const conversation = [{ role: 'user', content: 'Hi' }] as const
    const driven = await drive(of, [], {
      conversation,
      flows: (one) => ({ outputs: { ...one.inputs, told: one.conversation?.length } }),
    })
    expect(driven.end).toEqual({ who: 'Ada' })
    expect(driven.done).toEqual(['flow:inner 1'])
  })

  test('receives the message as its first input if it is a worker', async () => {
    const group = { kind: 'manager_workers', id: 'm', name: 'm', groupManager: agent({}), workers: [flow] }
    const of: NodeDrive['node'] = { kind: 'agent', agent: group, inputs: [text('who')], outputs: [] }
    const driven = await drive(of, [call('inner', { message: 'Bo' }), 'Done.'], {
      flows: ({ inputs }) => ({ outputs: inputs }),
    })
    expect(driven.done).toEqual(['model', 'flow:inner 1/turn:0/call:0', 'model'])
    expect(lastOf(driven, 1)?.content).toBe('{"who":"Bo"}')
  })
})

test('an agent without a result fails at the turn limit', async () => {
  const driven = await driveNode({
    type,
    node: node({ tools: [weather] }),
    inputs: { who: 'x' },
    config: { max_turns: 3 },
    model: () => call('weather', { city: 'O' }),
    tools: { weather: () => 'x' },
  })
  expect(driven.end).toMatchObject({ code: 'AGENT_TURN_LIMIT' })
  expect(driven.exchanges).toHaveLength(3)
})

test('agents that call each other endlessly fail at the depth limit', async () => {
  const self = { kind: 'ref', name: 'self' }
  const loop = { kind: 'manager_workers', id: 'm', name: 'self', groupManager: agent({}), workers: [self] }
  const of: NodeDrive['node'] = { kind: 'agent', agent: self, inputs: [text('who')], outputs: [] }
  const driven = await driveNode({
    type,
    node: of,
    inputs: { who: 'x' },
    agents: { self: loop },
    model: () => call('self', { message: 'Go on' }),
  })
  expect(driven.end).toMatchObject({ code: 'DEPTH_LIMIT' })
})

test('a single text output that the agent does not declare is the answer of the agent', async () => {
  expect(
    await outputs({ type, node: node({}, [text('answer')]), inputs: { who: 'Ada' }, model: () => 'So be it.' }),
  ).toEqual({ answer: 'So be it.' })
})
