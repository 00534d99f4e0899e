import { ExecutionItem, ExecutionListQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { languageFor } from '../http/request-language.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { workflowCondition } from '../workflows/workflow-filter.ts'
import { exampleItem } from './example.ts'
import type { ExecutionServices } from './services.ts'
import { itemOf, searchOf } from './wire.ts'

/** Lists executions of all workflows, newest first. */
export default defineRoute({
  operation: 'listExecutions',
  method: 'GET',
  path: '/executions',
  access: 'read',
  summary: 'List executions across workflows, newest first',
  description:
    'A search by `trigger`, `started_by`, `error`, `from` or `to` reads the newest 100,000 executions of the workflow and ' +
    'status. If older ones were not read, the reply has the header `X-Search-Partial: true`. Errors are English; with ' +
    '`Accept-Language: de` a part of their German text finds them too.',
  tags: ['Executions'],
  query: ExecutionListQuery,
  reply: envelopeList(ExecutionItem, 'Executions found'),
  errors: [],
  example: { query: { status: 'completed' }, reply: [exampleItem] },

  async handle(
    { query: { status, limit, offset, workflow_id, ...search }, headers },
    { executions, workflows }: WorkflowServices & ExecutionServices,
  ) {
    const page = await executions.list({
      ...(await workflowCondition({ workflow_id }, workflows)),
      ...searchOf(search, languageFor(headers)),
      ...(status === undefined ? {} : { status }),
      limit,
      offset,
    })
    return pageAnswer(page, { limit, offset }, itemOf, page.isPartial ? { 'x-search-partial': 'true' } : {})
  },
})
