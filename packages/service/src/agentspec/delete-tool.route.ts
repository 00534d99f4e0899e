import { AgentSpecEntryParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import type { AgentSpecServices } from './services.ts'

/** Unregisters a tool that was registered over the API. */
export default defineRoute({
  operation: 'deleteAgentSpecTool',
  method: 'DELETE',
  path: '/agentspec/tools/:name',
  access: 'admin',
  audit: 'tool.removed',
  summary: 'Unregister a tool',
  description: 'Executions that were started before keep using it.',
  tags: ['Agent Spec'],
  params: AgentSpecEntryParams,
  reply: done('Tool unregistered'),
  errors: ['NOT_FOUND'],
  example: { params: { name: 'shout' } },

  async handle({ params, note }, { agentspec }: AgentSpecServices) {
    note({ subject: { name: params.name } })
    await agentspec.registry.removeTool(params.name)
  },
})
