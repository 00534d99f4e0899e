import { AgentSpecExecutionParams, AnyObject } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleParams } from './execution-params.ts'
import type { AgentSpecServices } from './services.ts'

/** The outputs of a flow. */
export default defineRoute({
  operation: 'getAgentSpecResults',
  method: 'GET',
  path: '/agentspec/executions/:id/results',
  access: 'read',
  scope: { execution: 'id' },
  summary: 'Results of a completed Agent Spec execution',
  description: 'The outputs of the flow by name. 404 while it is running, and if it failed or was cancelled.',
  tags: ['Agent Spec'],
  params: AgentSpecExecutionParams,
  reply: bare(AnyObject),
  errors: ['NOT_FOUND', 'UPSTREAM_FAILED'],
  example: { params: exampleParams, reply: { greeting: 'Hello Ada!' } },

  handle: async ({ params }, { agentspec }: AgentSpecServices) => ({ ...(await agentspec.runtime.results(params.id)) }),
})
