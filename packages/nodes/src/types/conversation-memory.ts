import { choice, defineNode, Type } from '@millrace/model'

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
  outputs: { history: { name: 'History', dataType: 'messages' } },
})
