import { AnyObject, Problem, Type, WorkflowEdge, WorkflowNode } from '@millrace/model'
import { defineRoute, envelope } from '../../http/define-route.ts'
import { EXECUTION_ID } from './example.ts'
import { RunOptions, StartBody, Started } from './wire.ts'

const Unsaved = Type.Object({
  nodes: Type.Array(WorkflowNode),
  edges: Type.Array(WorkflowEdge),
  config: Type.Optional(AnyObject),
})

/** Starts a workflow as an editor holds it, saved or not. */
export default defineRoute({
  operation: 'execute',
  method: 'POST',
  path: '/execute',
  access: 'run',
  summary: 'Start a stored workflow by its id, or one that is not stored',
  tags: ['Executions'],
  body: Type.Object({
    ...(StartBody.properties as Record<never, never>),
    workflow_id: Type.Optional(Type.String({ maxLength: 200 })),
    workflow: Type.Optional(Unsaved),
    inputs: Type.Optional(AnyObject),
    options: Type.Optional(RunOptions),
    test: Type.Optional(Type.Boolean()),
  }),
  reply: envelope(Started, 'Execution started'),
  status: 202,
  errors: ['NOT_FOUND', 'TOO_MANY_EXECUTIONS'],
  example: {
    body: { workflow_id: 'hello', inputs: {} },
    reply: {
      execution_id: EXECUTION_ID,
      pipelineId: EXECUTION_ID,
      status: 'running',
      started_at: '2026-01-01T12:00:00.000Z',
      estimated_completion: '2026-01-01T12:00:01.000Z',
    },
  },

  async handle({ body, caller }, { executions }) {
    const { workflow_id, workflow, inputs, options, test } = body
    const start = {
      ...(inputs === undefined ? {} : { inputs }),
      timeoutMs: options?.timeout,
      maxSteps: options?.maxSteps,
      isTest: test,
      by: caller,
    }
    if (workflow !== undefined) return executions.started(await executions.startUnsaved(workflow, start))
    if (workflow_id !== undefined) return executions.started(await executions.start(workflow_id, start))
    throw new Problem('VALIDATION_ERROR', { message: 'The body must have a workflow_id or a workflow.' })
  },
})
