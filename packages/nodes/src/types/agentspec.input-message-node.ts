import { ask, multiline, Type } from '@millrace/model'
import { runInputMessage } from '../agentspec/messages.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Waits for a message of the user, in an Agent Spec flow. */
export default specNode('input_message', runInputMessage, {
  id: 'agentspec.input_message_node',
  version: '1.0.0',
  name: 'Ask the user (Agent Spec)',
  description: 'Says something if it has something to say, then waits for the answer of the user.',
  category: 'inputs',
  icon: 'mdi:message-processing',
  color: '#10b981',
  badge: 'ASK',
  tags: ['agentspec', 'chat', 'message', 'human'],

  config: Type.Object({
    message: Type.Optional(
      multiline({
        title: 'Message',
        description: 'Said before waiting; {{name}} stands for the input of that name.',
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
      title: 'asks the user',
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
