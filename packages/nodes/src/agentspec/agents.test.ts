import { type ModelCall, NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { type DrivenNode, driveNode, type NodeDrive, number, outputs, text } from '../testing/drive-node.ts'
import type from '../types/agentspec.agent-node.ts'

const weather = {
  kind: 'server',
  id: 'w',
  name: 'weather',
  description: 'Tells the weather.',
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

test('declared outputs are handed in; a result that does not fit is told to the model', async () => {
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

test('arguments are cast, and those that do not fit are told to the model', async () => {
  const of = node({ tools: [{ ...weather, inputs: [text('city'), number('days', { default: 1 })] }] })
  const script = [call('weather', { city: 7 }), call('weather', { days: 2 }), 'Done.']
  const driven = await drive(of, script, { tools: { weather: ({ city, days }) => `${city}, ${days}` } })
  expect(lastOf(driven, 1)?.content).toBe('7, 1')
  expect(lastOf(driven, 2)?.content).toMatch('there is no \\"city\\"')
})

test('failures of tools are told to the model', async () => {
  const fails = () => {
    throw new NodeFailure('BROKEN', 'No clouds today.')
  }
  const script = [call('weather', { city: 'Oslo' }), call('magic', {}), 'Done.']
  const driven = await drive(node({ tools: [weather] }), script, { tools: { weather: fails } })
  expect(lastOf(driven, 1)?.content).toBe('{"error":"No clouds today.","code":"BROKEN"}')
  expect(lastOf(driven, 2)?.content).toMatch('There is no tool \\"magic\\"')
  expect(driven.end).toEqual({})
})

test('a refusal of a call is told to the model, and the call is not made', async () => {
  const of = node({ tools: [{ ...weather, requiresConfirmation: true }] })
  const script = [call('weather', { city: 'Oslo' }), 'Well.']
  const driven = await drive(of, script, { tools: { weather: () => 'x' }, reply: () => false })
  expect(driven.questions[0]).toMatchObject({ type: 'confirmation' })
  expect(driven.done.filter((one) => one.startsWith('tool'))).toEqual([])
  expect(lastOf(driven, 1)?.content).toMatch('A person refused this call')
})

test('a text of an agent that owes a result is for the user, if it may ask', async () => {
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

test('the conversation of the flow is continued', async () => {
  const conversation = [{ role: 'assistant', content: 'Welcome.' }] as const
  const driven = await drive(node({}), ['I am a.'], { conversation })
  expect(driven.exchanges[0]?.messages.map(({ content }) => content)).toEqual(['Welcome.', 'Begin.'])
  expect(driven.messages).toEqual([{ role: 'assistant', content: 'I am a.' }])
})

test('workers of a manager are tools of it, with a conversation of their own', async () => {
  const worker = agent({ id: 'w', name: 'worker', systemPrompt: 'You work.' })
  const group = { kind: 'manager_workers', id: 'm', name: 'm', groupManager: agent({}), workers: [worker] }
  const of: NodeDrive['node'] = { kind: 'agent', agent: group, inputs: [text('who')], outputs: [] }
  const driven = await drive(of, [call('worker', { message: 'Do it' }), 'I did it.', 'All done.'])
  expect(driven.exchanges[1]).toMatchObject({ system: 'You work.', messages: [{ role: 'user', content: 'Do it' }] })
  expect(lastOf(driven, 2)).toMatchObject({ role: 'tool', content: 'I did it.' })
  expect(driven.messages).toEqual([{ role: 'assistant', content: 'All done.' }])
})

describe('a flow', () => {
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

  test('in the place of an agent runs as a child execution, with a conversation of its own', async () => {
    const of: NodeDrive['node'] = { kind: 'agent', agent: flow, inputs: [text('who')], outputs: [text('who')] }
    const conversation = [{ role: 'user', content: 'Hi' }] as const
    const driven = await drive(of, [], {
      conversation,
      flows: (one) => ({ outputs: { ...one.inputs, told: one.conversation?.length } }),
    })
    expect(driven.end).toEqual({ who: 'Ada' })
    expect(driven.done).toEqual(['flow:inner 1'])
  })

  test('as the worker of a manager takes the message as its first input', async () => {
    const group = { kind: 'manager_workers', id: 'm', name: 'm', groupManager: agent({}), workers: [flow] }
    const of: NodeDrive['node'] = { kind: 'agent', agent: group, inputs: [text('who')], outputs: [] }
    const driven = await drive(of, [call('inner', { message: 'Bo' }), 'Done.'], {
      flows: ({ inputs }) => ({ outputs: inputs }),
    })
    expect(driven.done).toEqual(['model', 'flow:inner 1/turn:0/call:0', 'model'])
    expect(lastOf(driven, 1)?.content).toBe('{"who":"Bo"}')
  })
})

test('an agent that comes to no result is ended', async () => {
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

test('agents that ask each other without end are ended', async () => {
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

test('a node with a text output that its agent does not declare gives what the agent says', async () => {
  expect(
    await outputs({ type, node: node({}, [text('answer')]), inputs: { who: 'Ada' }, model: () => 'So be it.' }),
  ).toEqual({ answer: 'So be it.' })
})
