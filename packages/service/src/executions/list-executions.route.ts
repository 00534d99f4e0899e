import { ExecutionItem, ExecutionListQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { languageFor } from '../http/request-language.ts'
import { listedProjects } from '../platform/project-access.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { workflowCondition } from '../workflows/workflow-filter.ts'
import { exampleItem } from './example.ts'
import type { ExecutionServices } from './services.ts'
import type { ListedExecution } from './streams/list-changes.ts'
import { stuckFields } from './stuck.ts'
import { itemOf, searchOf } from './wire.ts'

/** Lists executions of all workflows, newest first. */
export default defineRoute({
  operation: 'listExecutions',
  method: 'GET',
  path: '/executions',
  access: 'read',
  scope: 'filtered',
  summary: 'List executions across workflows, newest first',
  description:
    'A search by `trigger`, `started_by`, `started_by_kind`, `started_by_id`, `revision`, `error`, `from` or `to` reads ' +
    'the newest 100,000 executions of the workflow and status. If older ones were not read, the reply has the header `X-Search-Partial: true`. Errors are English; with ' +
    '`Accept-Language: de` a part of their German text finds them too.',
  tags: ['Executions'],
  query: ExecutionListQuery,
  reply: envelopeList(ExecutionItem, 'Executions found'),
  errors: [],
  example: { query: { status: 'completed' }, reply: [exampleItem] },

  async handle(
    { query: { status, limit, offset, workflow_id, project, ...search }, headers, caller },
    { executions, workflows, stuck }: WorkflowServices & ExecutionServices,
  ) {
    const visible = listedProjects(caller, project)
    const page = await executions.list({
      ...(await workflowCondition({ workflow_id }, workflows, visible)),
      ...visible,
      ...searchOf(search, languageFor(headers)),
      ...(status === undefined ? {} : { status }),
      limit,
      offset,
    })
    const stuckOf = await stuckFields(stuck, page.items)
    const recordOf = (item: ListedExecution) => ({ ...itemOf(item), ...stuckOf(item.id) })
    return pageAnswer(page, { limit, offset }, recordOf, page.isPartial ? { 'x-search-partial': 'true' } : {})
  },
})
