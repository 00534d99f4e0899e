import { Type } from '@millrace/model'
import { runAgent } from '../agentspec/agent.ts'
import { specNode } from '../agentspec/spec-node.ts'
import { agentSpecPorts } from '../fields/agentspec-ports.ts'
import { innerSecrets, modelKey } from '../fields/agentspec-secrets.ts'

/** Runs an agent in an Agent Spec flow. */
export default specNode('agent', runAgent, {
  id: 'agentspec.agent_node',
  version: '1.0.0',
  name: 'Agent (Agent Spec)',
  description: 'Runs an agent on its input until it has an answer.',
  category: 'agents',
  icon: 'mdi:robot',
  color: '#ec4899',
  badge: 'AGENT',
  tags: ['agentspec', 'agent', 'llm', 'tools'],
  summary: '{{agent_ref}}',

  config: Type.Object({
    agent_ref: Type.Optional(
      Type.String({ title: 'Agent', description: 'Name of a registered agent.', maxLength: 200 }),
    ),
    max_turns: Type.Optional(
      Type.Integer({
        title: 'Max turns',
        description: 'Model calls before the agent fails.',
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
      title: 'runs a registered agent with its tools and returns its answer',
      config: { agent_ref: 'forecaster' },
      inputs: { input: 'How is Oslo?' },
      outputs: { output: 'Grey.' },
    },
    {
      title: 'fails once the turn limit is reached',
      config: { agent_ref: 'forecaster', max_turns: 1 },
      inputs: { input: 'How is Oslo?' },
      fails: 'AGENT_TURN_LIMIT',
    },
    { title: 'fails for an agent that is not registered', config: { agent_ref: 'magic' }, fails: 'INVALID_FLOW' },
  ],
})
