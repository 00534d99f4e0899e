import { Type } from '@millrace/model'
import { runAgent } from '../agentspec/agent.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets, modelKey } from '../fields/agentspec-secrets.ts'

/** Lets an agent work, in an Agent Spec flow. */
export default specNode('agent', runAgent, {
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

  examples: [
    {
      title: 'a registered agent uses its tools and gives its answer',
      config: { agent_ref: 'forecaster' },
      inputs: { input: 'How is Oslo?' },
      outputs: { output: 'Grey.' },
    },
    {
      title: 'gives up when the model has been asked often enough',
      config: { agent_ref: 'forecaster', max_turns: 1 },
      inputs: { input: 'How is Oslo?' },
      fails: 'AGENT_TURN_LIMIT',
    },
    { title: 'an agent that is not registered is a failure', config: { agent_ref: 'magic' }, fails: 'INVALID_FLOW' },
  ],
})
