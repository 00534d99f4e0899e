import { ExecutionParams, PipelineDetail } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleDetail, exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Returns the detail of an execution. */
export default defineRoute({
  operation: 'getPipeline',
  method: 'GET',
  path: '/pipelines/:id',
  aliases: ['/pipeline/:id', '/executions/:id'],
  access: 'read',
  scope: { execution: 'id' },
  summary: 'Read an execution: status, jobs, node statuses, inputs, outputs',
  description:
    'Values that are too long are replaced by a `CutValue`; read them with `GET /pipelines/{id}/values/{job}/{port}`.',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: bare(PipelineDetail),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleDetail },

  handle: ({ params }, { details }: ExecutionServices) => details.encodedDetail(params.id),
})
