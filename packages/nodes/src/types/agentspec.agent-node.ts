import { defineNode, Type } from '@millrace/model'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets, modelKey } from '../fields/agentspec-secrets.ts'

/** Lets an agent work, in an Agent Spec flow. */
export default defineNode({
  id: 'agentspec.agent_node',
  version: '1.0.0',
  name: 'Agent (Agent Spec)',
  description: 'Lets an agent work on its input until it has an answer.',
  category: 'agents',
  icon: 'mdi:robot',
  color: '#ec4899',
  badge: 'AGENT',
  tags: ['agentspec', 'agent', 'llm', 'tools'],

  config: Type.Object({
    agent_ref: Type.Optional(
      Type.String({ title: 'Agent', description: 'Name of a registered agent.', maxLength: 200 }),
    ),
    max_turns: Type.Optional(
      Type.Integer({
        title: 'Most turns',
        description: 'How often the model may be asked before the agent gives up.',
        default: 10,
        minimum: 1,
      }),
    ),
    ...modelKey,
    ...innerSecrets,
    ...agentSpecPorts,
  }),
  inputs: { input: { name: 'Input', dataType: 'string' } },
  outputs: { output: { name: 'Output', dataType: 'string' } },
  agentspec: 'agent_node',
  formats: ['agentspec'],
})
