import { AgentSpecExecution, AgentSpecExecutionParams } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleExecution } from './example.ts'
import { exampleParams } from './execution-params.ts'
import type { AgentSpecServices } from './services.ts'

/** The status of a flow and its nodes. */
export default defineRoute({
  operation: 'getAgentSpecExecution',
  method: 'GET',
  path: '/agentspec/executions/:id',
  access: 'read',
  scope: { execution: 'id' },
  summary: 'Status of an Agent Spec execution',
  description:
    'A flow that waits for a person is `running`; `waiting_for` says which questions it waits for, and they are answered ' +
    'at `/interrupts/{id}`.',
  tags: ['Agent Spec'],
  params: AgentSpecExecutionParams,
  reply: bare(AgentSpecExecution),
  errors: ['NOT_FOUND', 'UPSTREAM_FAILED'],
  example: { params: exampleParams, reply: exampleExecution },

  handle: ({ params }, { agentspec }: AgentSpecServices) => agentspec.runtime.status(params.id),
})
