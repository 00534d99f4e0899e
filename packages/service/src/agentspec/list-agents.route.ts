import { AgentSpecAgent } from '@millrace/model'
import { bareList, defineRoute } from '../http/define-route.ts'
import { exampleAgent } from './example.ts'
import type { AgentSpecServices } from './services.ts'

/** Agents that an agent node can refer to. */
export default defineRoute({
  operation: 'listAgentSpecAgents',
  method: 'GET',
  path: '/agentspec/agents',
  access: 'read',
  summary: 'List registered agents',
  description: 'Agents that the agent nodes of a flow can refer to by name.',
  tags: ['Agent Spec'],
  reply: bareList(AgentSpecAgent),
  errors: ['UPSTREAM_FAILED'],
  example: { reply: [exampleAgent] },

  handle: async (_request, { agentspec }: AgentSpecServices) => [...(await agentspec.runtime.agents())],
})
