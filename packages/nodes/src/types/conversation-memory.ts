import { choice, defineNode, Type } from '@millrace/model'
import { messageList } from '../running/message-list.ts'

/** Adds a message to a remembered conversation and gives the whole of it. */
export default defineNode({
  id: 'conversation_memory',
  version: '1.0.0',
  name: 'Conversation memory',
  description: 'Remembers what was said, and hands on the conversation so far.',
  category: 'memories',
  icon: 'mdi:brain',
  tags: ['memory', 'history', 'chat', 'context'],

  config: Type.Object({
    scope: Type.Optional(
      choice(['session', 'workflow'], {
        title: 'Shared by',
        description: 'session: each conversation has its own. workflow: all runs share one.',
        default: 'session',
      }),
    ),
    maxMessages: Type.Optional(
      Type.Integer({
        title: 'Most messages',
        description: 'Older ones are forgotten.',
        default: 50,
        minimum: 1,
        maximum: 1000,
      }),
    ),
  }),
  inputs: {
    message: {
      name: 'Message',
      dataType: 'mixed',
      description: 'Added to the memory: a text, a message or a list of them. Nothing only reads.',
    },
  },
  outputs: {
    history: {
      name: 'History',
      dataType: 'messages',
      description: 'The conversation so far, oldest first, with what was added.',
    },
  },

  // Run again after a crash it adds nothing a second time: the memory knows the attempt.
  async run({ config, inputs, effects }) {
    const { scope = 'session', maxMessages = 50 } = config
    const added = messageList(inputs, 'message').slice(-maxMessages)
    return { history: await effects.memory.remember(scope, added, maxMessages) }
  },

  examples: [
    {
      title: 'remembers a text as said by the user',
      inputs: { message: 'Will it rain?' },
      outputs: {
        history: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Good morning' },
          { role: 'user', content: 'Will it rain?' },
        ],
      },
    },
    {
      title: 'remembers several messages, whoever said them, and forgets the oldest',
      config: { maxMessages: 3 },
      inputs: { message: ['Will it rain?', { role: 'assistant', content: 'It will.' }] },
      outputs: {
        history: [
          { role: 'assistant', content: 'Good morning' },
          { role: 'user', content: 'Will it rain?' },
          { role: 'assistant', content: 'It will.' },
        ],
      },
    },
    {
      title: 'with nothing to add it only reads',
      outputs: {
        history: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Good morning' },
        ],
      },
    },
    {
      title: 'the runs of a workflow share a memory of their own',
      config: { scope: 'workflow' },
      inputs: { message: { role: 'system', content: 'Be brief.' } },
      outputs: { history: [{ role: 'system', content: 'Be brief.' }] },
    },
    { title: 'what is no message is refused', inputs: { message: [{ text: 'Hello' }] }, fails: 'BAD_INPUT' },
  ],
})
