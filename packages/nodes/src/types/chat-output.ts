import { defineNode, Type, titledChoice } from '@millrace/model'
import { shownText } from '../running/display-text.ts'

/** Adds a message to the conversation and passes it to the output. */
export default defineNode({
  id: 'chat_output',
  version: '1.0.0',
  name: 'Chat output',
  description: 'Adds a message to the playground conversation.',
  category: 'outputs',
  icon: 'mdi:message-reply-text',
  tags: [
    'chat answer',
    'chat reply',
    'chat response',
    'answer message',
    'playground answer',
    'Chat-Ausgabe',
    'Chat-Antwort',
  ],

  config: Type.Object({
    role: Type.Optional(
      titledChoice(
        { assistant: 'Assistant', user: 'User', system: 'System' },
        { title: 'Role', description: 'Author of the message.', default: 'assistant', 'x-section': 'advanced' },
      ),
    ),
    format: Type.Optional(
      Type.String({
        title: 'Format',
        default: 'markdown',
        // Documents of the public editor use "text" for "plain".
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
    metadata: { name: 'Metadata', dataType: 'json', description: 'Stored with the message.' },
  },
  outputs: { message: { name: 'Message', dataType: 'string' } },
  agentspec: 'output_message_node',
  quick: true,

  run: ({ config, inputs }) => ({ message: shownText(inputs, 'message', config.format === 'json') }),

  examples: [
    { title: 'outputs the message', inputs: { message: 'Done.' }, outputs: { message: 'Done.' } },
    {
      title: 'formats JSON over several lines',
      config: { format: 'json' },
      inputs: { message: { ok: true } },
      outputs: { message: '{\n  "ok": true\n}' },
    },
    { title: 'rejects a null message', inputs: { message: null }, fails: 'BAD_INPUT' },
  ],
})
