import { defineNode, multiline, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'

/** Says something to the user, in an Agent Spec flow. */
export default defineNode({
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
})
