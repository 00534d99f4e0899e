import { ExecutionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Pauses an execution: running steps finish, and no new step starts until it is resumed. */
export default defineRoute({
  operation: 'pausePipeline',
  method: 'POST',
  path: '/pipelines/:id/pause',
  aliases: ['/pipeline/:id/pause'],
  rootAliases: ['/flowdrop/api/pipelines/:id/pause'],
  access: 'run',
  scope: { execution: 'id' },
  audit: 'execution.paused',
  summary: 'Pause an execution',
  description: 'Running steps finish, and no further step starts until the execution is resumed.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: done('Pipeline paused'),
  status: 202,
  errors: ['NOT_FOUND', 'EXECUTION_OVER'],
  example: { params: exampleParams },

  async handle({ params }, { executions }: ExecutionServices) {
    await executions.pause(params.id)
  },
})
