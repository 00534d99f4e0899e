import { detailOf } from '@millrace/engine'
import { PipelineDetail } from '@millrace/model'
import { bare, defineRoute } from '../../http/define-route.ts'
import { exampleDetail, exampleParams } from './example.ts'
import { ExecutionParams } from './wire.ts'

/** Everything about an execution. */
export default defineRoute({
  operation: 'getPipeline',
  method: 'GET',
  path: '/pipelines/:id',
  aliases: ['/pipeline/:id', '/executions/:id'],
  access: 'read',
  summary: 'Read an execution: status, jobs, node statuses, inputs, outputs',
  tags: ['Executions'],
  params: ExecutionParams,
  reply: bare(PipelineDetail),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleDetail },

  async handle({ params }, { executions, config }) {
    const { record, state } = await executions.known(params.id)
    const base = `${config.basePath}/pipelines/${record.id}/values`
    return detailOf(record, state, ({ job, port, of }) => {
      const holder = of === 'launch' ? 'inputs' : of === 'execution' ? 'outputs' : job
      return `${base}/${encodeURIComponent(holder)}/${encodeURIComponent(port)}?of=${of}`
    })
  },
})
