import { multiline, Type } from '@millrace/model'
import { runOutputMessage } from '../agentspec/messages.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Sends a message to the user in an Agent Spec flow. */
export default specNode('output_message', runOutputMessage, {
  id: 'agentspec.output_message_node',
  version: '1.0.0',
  name: 'Output message (Agent Spec)',
  description: 'Sends a message to the user and continues.',
  category: 'outputs',
  icon: 'mdi:message-arrow-right',
  color: '#0ea5e9',
  badge: 'TELL',
  tags: ['agentspec', 'chat', 'message', 'answer'],
  summary: '{{message}}',

  config: Type.Object({
    message: Type.Optional(
      multiline({
        title: 'Message',
        description: '{{name}} makes an input of that name and is replaced by its value.',
        'x-placeholders': 'inputs',
        default: '{{text}}',
        maxLength: 100_000,
      }),
    ),
    dynamicInputs: agentSpecPorts.dynamicInputs,
  }),
  inputs: { text: { name: 'Text', dataType: 'string' } },
  outputs: {},
  agentspec: 'output_message_node',
  formats: ['agentspec'],
  quick: true,

  examples: [
    {
      title: 'makes an input of each placeholder',
      config: { message: 'Hello {{name}}' },
      inputs: { name: 'Ada' },
      outputs: { message: 'Hello Ada' },
    },
    {
      title: 'sends the message',
      config: { message: 'You said: {{text}}' },
      inputs: { text: 'hello' },
      outputs: { message: 'You said: hello' },
    },
    {
      title: 'fails for a placeholder without a value',
      config: { message: 'You said: {{text}}' },
      fails: 'MISSING_INPUT',
    },
  ],
})
