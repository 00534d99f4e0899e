import { ExecutionParams, RerunPipeline } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { EXECUTION_ID, exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Starts a new execution with the plan and the inputs of an earlier one. */
export default defineRoute({
  operation: 'rerunPipeline',
  method: 'POST',
  path: '/pipelines/:id/rerun',
  aliases: ['/pipeline/:id/rerun'],
  access: 'run',
  summary: 'Run an execution again with the same inputs',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: envelope(RerunPipeline, 'Pipeline started again'),
  status: 202,
  errors: ['NOT_FOUND', 'TOO_MANY_EXECUTIONS'],
  example: { params: exampleParams, reply: { pipeline_id: EXECUTION_ID, status: 'pending' } },

  async handle({ params, caller }, { executions }: ExecutionServices) {
    const { execution_id, status } = await executions.started(await executions.rerun(params.id, caller))
    return { pipeline_id: execution_id, status }
  },
})
