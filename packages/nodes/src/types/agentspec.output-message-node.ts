import { multiline, Type } from '@millrace/model'
import { runOutputMessage } from '../agentspec/messages.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Says something to the user, in an Agent Spec flow. */
export default specNode('output_message', runOutputMessage, {
  id: 'agentspec.output_message_node',
  version: '1.0.0',
  name: 'Tell the user (Agent Spec)',
  description: 'Says something to the user and goes on.',
  category: 'outputs',
  icon: 'mdi:message-arrow-right',
  color: '#0ea5e9',
  badge: 'TELL',
  tags: ['agentspec', 'chat', 'message', 'answer'],

  config: Type.Object({
    message: Type.Optional(
      multiline({
        title: 'Message',
        description: '{{name}} stands for the input of that name.',
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
      title: 'tells the user something',
      config: { message: 'You said: {{text}}' },
      inputs: { text: 'hello' },
      outputs: { message: 'You said: hello' },
    },
    {
      title: 'an input of the message that has no value is a failure',
      config: { message: 'You said: {{text}}' },
      fails: 'MISSING_INPUT',
    },
  ],
})
