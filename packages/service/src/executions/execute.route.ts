import { Problem, StartedExecution, UnsavedStart } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { EXECUTION_ID } from './example.ts'
import type { ExecutionServices } from './services.ts'
import { startOf } from './wire.ts'

const MISSING = {
  message: 'The body must have a workflow_id or a workflow.',
  details: [{ code: 'MISSING', message: 'is required where there is no workflow', path: '/workflow_id' }],
}

/** Starts a stored workflow, or an unsaved one as sent by an editor. */
export default defineRoute({
  operation: 'execute',
  method: 'POST',
  path: '/execute',
  access: 'run',
  summary: 'Start a stored workflow by its id, or an unsaved one',
  description:
    '`options.timeout` is in milliseconds. Placeholders in a workflow that is not stored stand for the secrets of the ' +
    'stored one with its id, for callers who may write workflows. `inputs` may be as large as a body without a workflow.',
  tags: ['Executions'],
  takesDocument: true,
  takesInputs: true,
  body: UnsavedStart,
  reply: envelope(StartedExecution, 'Execution started'),
  status: 202,
  errors: ['NOT_FOUND', 'NOT_PUBLISHED', 'TOO_MANY_EXECUTIONS'],
  example: {
    body: { workflow_id: 'hello', inputs: {} },
    reply: {
      execution_id: EXECUTION_ID,
      pipelineId: EXECUTION_ID,
      status: 'pending',
      started_at: '2026-01-01T12:00:00.000Z',
      estimated_completion: '2026-01-01T12:00:01.000Z',
    },
  },

  async handle({ body, caller }, { executions }: ExecutionServices) {
    const { workflow_id, workflow } = body
    const start = startOf(body, caller)
    if (workflow !== undefined) return executions.started(await executions.startUnsaved(workflow, start))
    if (workflow_id !== undefined) return executions.started(await executions.start(workflow_id, start))
    throw new Problem('VALIDATION_ERROR', MISSING)
  },
})
