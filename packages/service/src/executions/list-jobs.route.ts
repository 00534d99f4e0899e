import { ExecutionParams, Job, JobListQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { exampleDetail, exampleParams } from './example.ts'
import type { ExecutionServices } from './services.ts'

/** Lists the jobs of an execution, paged. */
export default defineRoute({
  operation: 'listJobs',
  method: 'GET',
  path: '/pipelines/:id/jobs',
  aliases: ['/pipeline/:id/jobs', '/executions/:id/jobs'],
  access: 'read',
  scope: { execution: 'id' },
  summary: 'List the jobs of an execution in creation order',
  description: 'The detail of an execution contains at most 1,000 jobs and sets `has_more_jobs` if there are more.',
  tags: ['Executions'],
  params: ExecutionParams,
  query: JobListQuery,
  reply: envelopeList(Job, 'Jobs found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, query: { limit: 100, offset: 0 }, reply: exampleDetail.jobs },

  async handle({ params, query: { limit, offset, node_id: nodeId } }, { details }: ExecutionServices) {
    const { jobs, total } = await details.jobs(params.id, { limit, offset, nodeId })
    return pageAnswer({ items: jobs, total }, { limit, offset }, (job) => job)
  },
})
