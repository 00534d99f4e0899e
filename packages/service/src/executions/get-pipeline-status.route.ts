import { ExecutionParams, PipelineStatus } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { iso } from '../platform/iso.ts'
import { EXECUTION_ID, exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'
import { stuckFields } from './stuck.ts'

/** Returns the status of an execution, for polling. */
export default defineRoute({
  operation: 'getPipelineStatus',
  method: 'GET',
  path: '/pipelines/:id/status',
  aliases: ['/pipeline/:id/status'],
  access: 'read',
  scope: { execution: 'id' },
  summary: 'Read the status of an execution',
  description: 'Status and progress only: a small reply for polling. Streams of events need no polling.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: envelope(PipelineStatus, 'Pipeline status'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    reply: { id: EXECUTION_ID, status: 'running', progress: 50, updated: '2026-01-01T12:00:00.000Z' },
  },

  async handle({ params: { id } }, { executions, stuck }: ExecutionServices) {
    const { status, progress, updatedAt } = await executions.status(id)
    const stuckOf = await stuckFields(stuck, [{ id, status }])
    return { id, status, progress, updated: iso(updatedAt), ...stuckOf(id) }
  },
})
