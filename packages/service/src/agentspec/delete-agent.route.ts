import { AgentSpecEntryParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { AgentSpecServices } from './services.ts'

/** Takes back an agent that was registered over the API. */
export default defineRoute({
  operation: 'deleteAgentSpecAgent',
  method: 'DELETE',
  path: '/agentspec/agents/:name',
  access: 'admin',
  summary: 'Take a registered agent back',
  description: 'Executions that were started with it keep it.',
  tags: ['Agent Spec'],
  params: AgentSpecEntryParams,
  reply: done('Agent taken back'),
  errors: ['NOT_FOUND'],
  example: { params: { name: 'helper' } },

  async handle({ params }, { agentspec }: AgentSpecServices) {
    await agentspec.registry.removeAgent(params.name)
  },
})
