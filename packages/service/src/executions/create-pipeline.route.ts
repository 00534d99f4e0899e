import { ExecutionItem, ExecutionStart, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import { exampleItem } from './example.ts'
import type { ExecutionServices } from './services.ts'
import { startOf } from './wire.ts'

/** Creates an execution that waits for its start. */
export default defineRoute({
  operation: 'createPipeline',
  method: 'POST',
  path: '/workflows/:id/pipelines',
  aliases: ['/workflow/:id/pipelines'],
  access: 'run',
  scope: { workflow: 'id' },
  audit: { none: 'It has no effect before its start, which is recorded.' },
  summary: 'Create an execution that waits for its start',
  description: '`options.timeout` is in milliseconds, counted from the start.',
  tags: ['Executions'],
  params: WorkflowParams,
  body: ExecutionStart,
  bodyOptional: true,
  reply: envelope(ExecutionItem, 'Pipeline created'),
  status: 201,
  errors: ['NOT_FOUND', 'NOT_PUBLISHED', 'TOO_MANY_EXECUTIONS'],
  example: { params: { id: 'hello' }, body: {}, reply: { ...exampleItem, status: 'pending' } },

  async handle({ params, body, caller, concerns }, { executions }: ExecutionServices) {
    const start = { ...startOf(body, caller), waits: true }
    const { id, workflowId, createdAt } = await executions.start(params.id, start)
    concerns(id)
    const created = iso(createdAt)
    return { id, workflow_id: workflowId, status: 'pending' as const, created, updated: created }
  },
})
