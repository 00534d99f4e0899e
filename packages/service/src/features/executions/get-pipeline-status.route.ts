import { progressOf } from '@millrace/engine'
import { PipelineStatus } from '@millrace/model'
import { defineRoute, envelope } from '../../http/define-route.ts'
import { EXECUTION_ID, exampleParams } from './example.ts'
import { ExecutionParams, iso } from './wire.ts'

/** The status of an execution, for polling. */
export default defineRoute({
  operation: 'getPipelineStatus',
  method: 'GET',
  path: '/pipelines/:id/status',
  aliases: ['/pipeline/:id/status'],
  access: 'read',
  summary: 'Read the status of an execution',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: envelope(PipelineStatus, 'Pipeline status'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    reply: { id: EXECUTION_ID, status: 'running', progress: 50, updated: '2026-01-01T12:00:00.000Z' },
  },

  async handle({ params: { id } }, { executions }) {
    const { status, updatedAt } = await executions.head(id)
    // Asked for all the time, so the history is read only where nothing else tells how far it is.
    if (status !== 'running') return { id, status, progress: status === 'pending' ? 0 : 100, updated: iso(updatedAt) }
    const { state } = await executions.known(id)
    return { id, status: state.status, progress: progressOf(state), updated: iso(state.updatedAt) }
  },
})
