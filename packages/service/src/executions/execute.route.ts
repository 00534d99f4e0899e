import { DEFAULT_PROJECT, Problem, StartedExecution, UnsavedStart } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { Caller } from '../platform/caller.ts'
import { requireIn } from '../platform/project-access.ts'
import type { ProjectServices } from '../platform/project-directory.ts'
import { EXECUTION_ID } from './example.ts'
import type { ExecutionServices } from './services.ts'
import { startOf } from './wire.ts'

const MISSING = {
  message: 'The body must have a workflow_id or a workflow.',
  details: [{ code: 'MISSING', message: 'is required where there is no workflow', path: '/workflow_id' }],
}

/** The caller in the project of the workflow. One that is not stored runs in the default project. */
async function callerOf(
  caller: Caller,
  { id = '', projects }: { readonly id: string | undefined; readonly projects: ProjectServices['projects'] },
): Promise<Caller> {
  if (caller.projects === undefined) return caller
  const project = id === '' ? undefined : await projects.projectOf({ kind: 'workflow', id })
  return requireIn(caller, project ?? DEFAULT_PROJECT, 'run')
}

/** Starts a stored workflow, or an unsaved one as sent by an editor. */
export default defineRoute({
  operation: 'execute',
  method: 'POST',
  path: '/execute',
  access: 'run',
  scope: 'filtered',
  audit: { people: 'execution.started' },
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
  errors: ['NOT_FOUND', 'NOT_PUBLISHED', 'VALUES_NOT_KEPT', 'TOO_MANY_EXECUTIONS'],
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

  async handle({ body, caller: asking, concerns }, { executions, projects }: ExecutionServices & ProjectServices) {
    const { workflow_id, workflow } = body
    if (workflow === undefined && workflow_id === undefined) throw new Problem('VALIDATION_ERROR', MISSING)
    const caller = await callerOf(asking, { id: workflow === undefined ? workflow_id : workflow.id, projects })
    const start = startOf(body, caller)
    const record =
      workflow === undefined
        ? await executions.start(workflow_id ?? '', start)
        : await executions.startUnsaved(workflow, start)
    concerns(record.id)
    return executions.started(record)
  },
})
