import { AgentSpecEntryParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { AgentSpecServices } from './services.ts'

/** Unregisters an agent that was registered over the API. */
export default defineRoute({
  operation: 'deleteAgentSpecAgent',
  method: 'DELETE',
  path: '/agentspec/agents/:name',
  access: 'admin',
  audit: 'agent.removed',
  summary: 'Unregister an agent',
  description: 'Executions that were started before keep using it.',
  tags: ['Agent Spec'],
  params: AgentSpecEntryParams,
  reply: done('Agent unregistered'),
  errors: ['NOT_FOUND'],
  example: { params: { name: 'helper' } },

  async handle({ params, note }, { agentspec }: AgentSpecServices) {
    note({ subject: { name: params.name } })
    await agentspec.registry.removeAgent(params.name)
  },
})
