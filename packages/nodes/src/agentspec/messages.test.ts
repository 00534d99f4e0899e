import { expect, test } from 'vitest'
import { driveNode, failure, type NodeDrive, outputs, text } from '../testing/drive-node.ts'
import asks from '../types/agentspec.input-message-node.ts'
import tells from '../types/agentspec.output-message-node.ts'

const ask: NodeDrive = {
  type: asks,
  node: { kind: 'input_message', message: 'Hello {{who}}, how are you?' },
  inputs: { who: 'Ada' },
}

test('an input message waits for the reply and adds both to the conversation', async () => {
  const { end, questions, messages } = await driveNode({ ...ask, reply: () => 'Fine' })
  expect(end).toEqual({ user_input: 'Fine' })
  expect(questions).toEqual([
    { type: 'text', config: { message: 'Hello Ada, how are you?', multiline: true }, allowCancel: true },
  ])
  expect(messages).toEqual([
    { role: 'assistant', content: 'Hello Ada, how are you?' },
    { role: 'user', content: 'Fine' },
  ])
})

test('an input message without text only waits, and its output may be renamed', async () => {
  const { end, messages } = await driveNode({
    ...ask,
    node: { kind: 'input_message', outputs: [text('name')] },
    reply: () => 'Ada',
  })
  expect(end).toEqual({ name: 'Ada' })
  expect(messages).toEqual([{ role: 'user', content: 'Ada' }])
})

test('a dismissed or expired question fails the node', async () => {
  for (const status of ['cancelled', 'expired']) {
    expect(await failure({ ...ask, reply: () => ({ status }) })).toMatchObject({ code: 'INTERRUPT_CANCELLED' })
  }
})

test('an output message is added to the conversation and recorded with the step', async () => {
  const tell: NodeDrive = {
    type: tells,
    node: { kind: 'output_message', message: 'You said {{x}}.' },
    inputs: { x: 'Fine' },
  }
  expect(await outputs(tell)).toEqual({ message: 'You said Fine.' })
  expect((await driveNode(tell)).messages).toEqual([{ role: 'assistant', content: 'You said Fine.' }])
})
