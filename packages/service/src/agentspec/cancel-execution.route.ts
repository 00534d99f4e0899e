import { AgentSpecExecutionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from './execution-params.ts'
import type { AgentSpecServices } from './services.ts'

/** Cancels a running flow. */
export default defineRoute({
  operation: 'cancelAgentSpecExecution',
  method: 'POST',
  path: '/agentspec/executions/:id/cancel',
  access: 'run',
  scope: { execution: 'id' },
  audit: 'execution.cancelled',
  summary: 'Cancel an Agent Spec execution',
  description: 'Running steps are aborted and no further step starts.',
  tags: ['Agent Spec'],
  params: AgentSpecExecutionParams,
  reply: done('Execution cancelled'),
  errors: ['NOT_FOUND', 'EXECUTION_OVER', 'UPSTREAM_FAILED'],
  example: { params: exampleParams },

  async handle({ params }, { agentspec }: AgentSpecServices) {
    await agentspec.runtime.cancel(params.id)
  },
})
