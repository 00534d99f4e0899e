import { defineNode, Type, titledChoice } from '@millrace/model'
import { messageList } from '../running/message-list.ts'

/** Appends a message to a stored conversation and outputs the whole conversation. */
export default defineNode({
  id: 'conversation_memory',
  version: '1.0.0',
  name: 'Conversation memory',
  description: 'Stores messages and outputs the conversation so far.',
  category: 'memories',
  icon: 'mdi:brain',
  tags: [
    'memory',
    'chat memory',
    'chat history',
    'conversation history',
    'message history',
    'chat context',
    'Gedächtnis',
    'Gesprächsverlauf',
    'Chatverlauf',
  ],
  keywords: ['chat history', 'session', 'context'],
  summary: 'Last {{maxMessages}} messages',

  config: Type.Object({
    scope: Type.Optional(
      titledChoice(
        {
          session: ['Conversation', 'One memory per conversation.'],
          workflow: ['Workflow', 'One memory for all executions of the workflow.'],
        },
        { title: 'Scope', default: 'session' },
      ),
    ),
    maxMessages: Type.Optional(
      Type.Integer({
        title: 'Max messages',
        description: 'Older messages are dropped.',
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
      description: 'Added to the memory: a string, a message or a list of them. If unset, the memory is only read.',
    },
  },
  outputs: {
    history: {
      name: 'History',
      dataType: 'messages',
      description: 'The conversation including the added messages, oldest first.',
    },
  },

  // Safe to repeat after a crash: the store recognises the attempt and appends nothing twice.
  async run({ config, inputs, effects }) {
    const { scope = 'session', maxMessages = 50 } = config
    const added = messageList(inputs, 'message').slice(-maxMessages)
    return { history: await effects.memory.remember(scope, added, maxMessages) }
  },

  examples: [
    {
      title: 'stores a string as a user message',
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
      title: 'stores messages of any role and drops the oldest',
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
      title: 'reads the memory without a message',
      outputs: {
        history: [
          { role: 'user', content: 'Hello' },
          { role: 'assistant', content: 'Good morning' },
        ],
      },
    },
    {
      title: 'shares one memory between the executions of a workflow',
      config: { scope: 'workflow' },
      inputs: { message: { role: 'system', content: 'Be brief.' } },
      outputs: { history: [{ role: 'system', content: 'Be brief.' }] },
    },
    { title: 'rejects an invalid message', inputs: { message: [{ text: 'Hello' }] }, fails: 'BAD_INPUT' },
  ],
})
