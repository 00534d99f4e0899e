/** Simulates a power cut at every note, before and after it is on disk, and compares with an uninterrupted run. */
import { NodeFailure } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { type Cut, type DrivenNode, driveNode, list, type NodeDrive, number, text } from '../testing/drive-node.ts'
import agentType from '../types/agentspec.agent-node.ts'
import parallelMap from '../types/agentspec.parallel-map-node.ts'
import toolType from '../types/agentspec.tool-node.ts'

const flow = {
  kind: 'flow',
  id: 'f',
  name: 'inner',
  description: 'Looks it up.',
  startNode: 's',
  nodes: [
    { kind: 'start', id: 's', name: 's', inputs: [number('n')] },
    { kind: 'end', id: 'e', name: 'e', outputs: [text('r')] },
  ],
  controlFlow: [],
}
const worker = { kind: 'agent', id: 'w', name: 'worker', systemPrompt: 'You work.' }
const agent = {
  kind: 'agent',
  id: 'a',
  name: 'a',
  systemPrompt: 'Hm.',
  outputs: [text('answer')],
  tools: [
    { kind: 'server', id: 'j', name: 'join', inputs: [number('n'), text('with')], outputs: [text('r')] },
    { kind: 'server', id: 'm', name: 'mail', inputs: [], outputs: [text('r')], requiresConfirmation: true },
    { kind: 'client', id: 'c', name: 'client', inputs: [], outputs: [text('r')] },
  ],
}
const group = { kind: 'manager_workers', id: 'g', name: 'g', groupManager: agent, workers: [worker, flow] }

const call = (name: string, args: object) => ({ name, args })
const SCRIPT = [
  { toolCalls: [call('join', { n: 1, with: 'x' }), call('mail', {})] },
  { toolCalls: [call('worker', { message: 'Help' }), call('inner', { message: 7 })] },
  { toolCalls: [call('client', {})] },
  'What now?',
  { toolCalls: [call('submit_result', { answer: 'done' })] },
]

const works: NodeDrive = {
  type: agentType,
  node: { kind: 'agent', agent: group, inputs: [], outputs: [text('answer')] },
  config: { max_turns: 25 },
  tools: { join: ({ n, with: other }) => `${n}:${other}`, mail: { once: () => 'sent' } },
  flows: ({ inputs }) => ({ outputs: { r: String(inputs.n) } }),
  // The conversation decides the next response, so the model can be called at any time.
  model: ({ system, messages }) => {
    if (system === 'You work.') return 'I worked.'
    return SCRIPT[messages.filter(({ role }) => role === 'assistant').length] ?? 'Lost.'
  },
  reply: ({ type, config }) =>
    type === 'confirmation' ? true : `answer to ${'message' in config ? config.message : ''}`,
}

const mails: NodeDrive = {
  type: toolType,
  node: { kind: 'tool', tool: { ...agent.tools[1] }, inputs: [], outputs: [text('r')] },
  tools: { mail: { once: () => 'sent' } },
  reply: () => true,
}

const maps: NodeDrive = {
  type: parallelMap,
  node: { kind: 'parallel_map', subflow: flow, inputs: [list('iterated_n')], outputs: [list('collected_r')] },
  inputs: { iterated_n: [1, 2, 3] },
  flows: ({ inputs }) => ({ outputs: { r: String(inputs.n) } }),
}

/** A mail must not be sent twice, so an interrupted one fails. */
function mailWasCut({ end, notes }: DrivenNode): boolean {
  const isFailed = end instanceof NodeFailure && end.code === 'INTERRUPTED_BY_CRASH'
  return isFailed || JSON.stringify(notes).includes('INTERRUPTED_BY_CRASH')
}

const made = ({ done }: DrivenNode, what: string) => done.filter((one) => one.startsWith(what))

test('the uninterrupted runs use all features', async () => {
  const calm = await driveNode(works)
  expect(calm.end).toEqual({ answer: 'done' })
  expect(calm.questions.map(({ type }) => type)).toEqual(['confirmation', 'text', 'text'])
  expect(calm.done.filter((one) => one !== 'model')).toEqual([
    'tool:join key:1/turn:0/call:0',
    'tool:mail key:1/turn:0/call:1',
    'flow:inner 1/turn:1/call:1',
  ])
  expect((await driveNode(mails)).end).toEqual({ r: 'sent' })
  expect((await driveNode(maps)).end).toEqual({ collected_r: ['1', '2', '3'] })
})

describe.each([
  ['an agent', works],
  ['a tool that must be called once', mails],
  ['a parallel map', maps],
])('%s', (_, drive) => {
  test('reaches the same result after any power cut and repeats nothing that was noted', async () => {
    const calm = await driveNode(drive)
    const cuts: Cut[] = Array.from({ length: calm.noted }, (__, at) =>
      [true, false].map((isKept) => ({ at, isKept })),
    ).flat()
    for (const cut of cuts) {
      const driven = await driveNode({ ...drive, cut })
      expect(made(driven, 'tool:mail').length).toBeLessThanOrEqual(made(calm, 'tool:mail').length)
      expect(made(driven, 'flow:')).toEqual(made(calm, 'flow:'))
      if (mailWasCut(driven)) continue
      expect(driven.end).toEqual(calm.end)
      expect(driven.questions).toEqual(calm.questions)
      expect(driven.messages).toEqual(calm.messages)
      expect(Object.keys(driven.notes).sort()).toEqual(Object.keys(calm.notes).sort())
      // A lost note means that one tool call or model call is repeated.
      expect(driven.done.length).toBeLessThanOrEqual(calm.done.length + (cut.isKept ? 0 : 1))
    }
  })
})

test('an interrupted call that must not be repeated fails', async () => {
  expect((await driveNode({ ...mails, cut: { at: 1, isKept: true } })).end).toMatchObject({
    code: 'INTERRUPTED_BY_CRASH',
  })
  const driven = await driveNode({ ...mails, cut: { at: 2, isKept: true } })
  expect(driven.end).toEqual({ r: 'sent' })
  expect(made(driven, 'tool:mail')).toHaveLength(1)
})
