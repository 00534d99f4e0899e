import { expect, test } from 'vitest'
import { driveNode, failure, type NodeDrive, number, text } from '../testing/drive-node.ts'
import type from '../types/agentspec.llm-node.ts'

test('a single text output is the response, and values in the prompt are not rendered again', async () => {
  const node = {
    kind: 'llm',
    promptTemplate: 'Say {{ x }} {{unknown}}',
    inputs: [text('x'), text('unknown', { default: '{{x}}' })],
  } as const
  const driven = await driveNode({ type, node, inputs: { x: '{{y}}' }, model: () => 'Fine.' })
  expect(driven.end).toEqual({ generated_text: 'Fine.' })
  expect(driven.exchanges.map(({ messages }) => messages)).toEqual([[{ role: 'user', content: 'Say {{y}} {{x}}' }]])
})

const structured: NodeDrive = {
  type,
  node: { kind: 'llm', promptTemplate: 'Go', outputs: [text('city'), number('people', { default: 0 })] },
}

test('several outputs are requested as JSON, and again with the errors', async () => {
  const script = ['Sure! Here it is', '```json\n{"city": "Oslo"}\n```']
  const driven = await driveNode({ ...structured, model: () => script.shift() ?? '' })
  expect(driven.end).toEqual({ city: 'Oslo', people: 0 })
  expect(driven.exchanges).toHaveLength(2)
  expect(driven.exchanges[0]?.schema).toMatchObject({ required: ['city'] })
  expect(driven.exchanges[1]?.messages.at(-1)?.content).toMatch('it is not JSON')
})

test('a second invalid response fails the node', async () => {
  expect(await failure({ ...structured, model: () => '{"people":"many"}' })).toMatchObject({ code: 'MODEL_BAD_ANSWER' })
  expect(await failure({ ...structured, model: () => '["Oslo"]' })).toMatchObject({
    message: expect.stringContaining('it is not an object, so it lacks "city"'),
  })
  const limited = {
    ...structured,
    node: { ...structured.node, outputs: [text('city', { enum: ['Rome'] }), number('n')] },
  }
  expect(await failure({ ...limited, model: () => '{"city":"Oslo","n":1}' })).toMatchObject({
    message: expect.stringContaining('"city" must be one of "Rome"'),
  })
})
