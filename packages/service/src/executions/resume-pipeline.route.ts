import { ExecutionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Resumes a paused or stuck execution. */
export default defineRoute({
  operation: 'resumePipeline',
  method: 'POST',
  path: '/pipelines/:id/resume',
  aliases: ['/pipeline/:id/resume'],
  rootAliases: ['/flowdrop/api/pipelines/:id/resume'],
  access: 'run',
  scope: { execution: 'id' },
  audit: 'execution.resumed',
  summary: 'Resume an execution',
  description: 'Continues an execution that is paused. A stuck execution is tried again by the cluster.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: done('Pipeline resumed'),
  status: 202,
  errors: ['NOT_FOUND', 'EXECUTION_OVER'],
  example: { params: exampleParams },

  async handle({ params }, { executions }: ExecutionServices) {
    await executions.resume(params.id)
  },
})
