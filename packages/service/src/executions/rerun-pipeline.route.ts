import { ExecutionParams, Rerun, RerunPipeline } from '@millrace/model'
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
  scope: { execution: 'id' },
  audit: { people: 'execution.started' },
  summary: 'Run an execution again with the same inputs',
  description:
    '`from` retries from a step: results of the steps before it are taken over, under the rules of `from` in ' +
    '`POST /workflows/{id}/execute`. `version: latest` runs the workflow as it is stored now; secrets that were part of ' +
    'the earlier inputs are not taken over then.',
  tags: ['Executions'],
  params: ExecutionParams,
  body: Rerun,
  bodyOptional: true,
  reply: envelope(RerunPipeline, 'Pipeline started again'),
  status: 202,
  errors: ['NOT_FOUND', 'VALIDATION_ERROR', 'VALUES_NOT_KEPT', 'TOO_MANY_EXECUTIONS'],
  example: {
    params: exampleParams,
    body: { from: 'http_request.1', version: 'latest' },
    reply: { pipeline_id: EXECUTION_ID, status: 'pending' },
  },

  async handle({ params, body, caller, concerns }, { executions }: ExecutionServices) {
    const record = await executions.rerun(params.id, caller, body)
    concerns(record.id)
    const { execution_id, status } = await executions.started(record)
    return { pipeline_id: execution_id, status }
  },
})
