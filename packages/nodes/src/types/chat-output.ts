import { choice, defineNode, Type } from '@millrace/model'
import { shownText } from '../running/shown-text.ts'

/** Writes a message into the conversation and hands it on. */
export default defineNode({
  id: 'chat_output',
  version: '1.0.0',
  name: 'Chat output',
  description: 'Writes a message into the conversation of the playground.',
  category: 'outputs',
  icon: 'mdi:message-reply-text',
  tags: ['chat', 'message', 'answer', 'playground'],

  config: Type.Object({
    role: Type.Optional(
      choice(['assistant', 'user', 'system'], {
        title: 'Said by',
        description: 'Whose message it appears as.',
        default: 'assistant',
      }),
    ),
    format: Type.Optional(
      Type.String({
        title: 'Written as',
        default: 'markdown',
        // "text" is what documents of the public editor say for "plain".
        oneOf: [
          { const: 'markdown', title: 'Markdown' },
          { const: 'plain', title: 'Plain text' },
          { const: 'html', title: 'HTML' },
          { const: 'json', title: 'JSON' },
          { const: 'text', title: 'Plain text (older name)' },
        ],
      }),
    ),
  }),
  inputs: {
    message: { name: 'Message', dataType: 'string', required: true },
    metadata: { name: 'Metadata', dataType: 'json', description: 'Kept with the message.' },
  },
  outputs: { message: { name: 'Message', dataType: 'string' } },
  agentspec: 'output_message_node',
  quick: true,

  run: ({ config, inputs }) => ({ message: shownText(inputs, 'message', config.format === 'json') }),

  examples: [
    { title: 'says the message and hands it on', inputs: { message: 'Done.' }, outputs: { message: 'Done.' } },
    {
      title: 'JSON is laid out over several lines',
      config: { format: 'json' },
      inputs: { message: { ok: true } },
      outputs: { message: '{\n  "ok": true\n}' },
    },
    { title: 'nothing cannot be said', inputs: { message: null }, fails: 'BAD_INPUT' },
  ],
})
