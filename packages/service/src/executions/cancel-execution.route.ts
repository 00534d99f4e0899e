import { ExecutionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Cancels an execution. Replies once the cancellation is on disk. */
export default defineRoute({
  operation: 'cancelExecution',
  method: 'POST',
  path: '/executions/:id/cancel',
  aliases: ['/pipelines/:id/cancel', '/pipelines/:id/stop', '/pipeline/:id/cancel', '/pipeline/:id/stop'],
  rootAliases: ['/flowdrop/api/pipelines/:id/cancel'],
  access: 'run',
  scope: { execution: 'id' },
  audit: 'execution.cancelled',
  summary: 'Cancel an execution',
  description:
    'Running steps are aborted and no further step starts. The reply is sent once the cancellation is on disk.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: done('Execution cancelled'),
  errors: ['NOT_FOUND', 'EXECUTION_OVER'],
  example: { params: exampleParams },

  async handle({ params }, { executions }: ExecutionServices) {
    await executions.cancel(params.id)
  },
})
