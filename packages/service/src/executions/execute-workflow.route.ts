import { ExecutionStart, StartedExecution, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { EXECUTION_ID } from './example.ts'
import type { ExecutionServices } from './services.ts'
import { startOf } from './wire.ts'

/** Starts a workflow. Replies once the start is on disk, before the execution ends. */
export default defineRoute({
  operation: 'executeWorkflow',
  method: 'POST',
  path: '/workflows/:id/execute',
  aliases: ['/workflow/:id/run'],
  access: 'run',
  scope: { workflow: 'id' },
  audit: { people: 'execution.started' },
  summary: 'Start a workflow',
  description: '`options.timeout` is in milliseconds. Launch inputs are `{nodeId: {port or setting: value}}`.',
  tags: ['Executions'],
  params: WorkflowParams,
  body: ExecutionStart,
  bodyOptional: true,
  reply: envelope(StartedExecution, 'Execution started'),
  status: 202,
  errors: ['NOT_FOUND', 'NOT_PUBLISHED', 'VALUES_NOT_KEPT', 'TOO_MANY_EXECUTIONS'],
  example: {
    params: { id: 'hello' },
    body: { inputs: { 'text_input.1': { text: 'Ada' } }, options: { timeout: 60_000 } },
    reply: {
      execution_id: EXECUTION_ID,
      pipelineId: EXECUTION_ID,
      status: 'pending',
      started_at: '2026-01-01T12:00:00.000Z',
      estimated_completion: '2026-01-01T12:00:01.000Z',
    },
  },

  async handle({ params, body, caller, concerns }, { executions }: ExecutionServices) {
    const record = await executions.start(params.id, startOf(body, caller))
    concerns(record.id)
    return executions.started(record)
  },
})
