import { ask, multiline, Type } from '@millrace/model'
import { runInputMessage } from '../agentspec/messages.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Waits for a user message in an Agent Spec flow. */
export default specNode('input_message', runInputMessage, {
  id: 'agentspec.input_message_node',
  version: '1.0.0',
  name: 'Input message (Agent Spec)',
  description: 'Sends an optional message, then waits for the reply of the user.',
  category: 'inputs',
  icon: 'mdi:message-processing',
  color: '#10b981',
  badge: 'ASK',
  tags: ['agentspec', 'chat', 'message', 'human'],
  summary: '{{message}}',

  config: Type.Object({
    message: Type.Optional(
      multiline({
        title: 'Message',
        description: 'Sent before waiting; {{name}} makes an input of that name and is replaced by its value.',
        'x-placeholders': 'inputs',
        maxLength: 100_000,
      }),
    ),
    ...agentSpecPorts,
  }),
  inputs: {},
  outputs: { user_input: { name: 'User input', dataType: 'string' } },
  agentspec: 'input_message_node',
  formats: ['agentspec'],

  examples: [
    {
      title: 'sends the message and waits for a reply',
      config: { message: 'Who are you, {{title}}?', dynamicInputs: [{ name: 'title', dataType: 'string' }] },
      inputs: { title: 'dear' },
      outputs: ask({
        type: 'text',
        config: { message: 'Who are you, dear?', multiline: true },
        allowCancel: true,
      }),
    },
  ],
})
