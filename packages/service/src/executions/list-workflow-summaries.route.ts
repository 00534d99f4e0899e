import { SummaryListQuery, stateFieldsOf, WorkflowSummary } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { iso } from '../platform/iso.ts'
import { listedProjects } from '../platform/project-access.ts'
import { exampleSummary } from '../workflows/example.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { tagsIn } from '../workflows/tags-in.ts'
import type { ExecutionServices } from './services.ts'

/** Lists workflows without their documents, by default the most recently changed first. */
export default defineRoute({
  operation: 'listWorkflowSummaries',
  method: 'GET',
  path: '/workflow-summaries',
  access: 'read',
  scope: 'filtered',
  summary: 'List workflows without their documents, with a thumbnail and the last run',
  description: 'The most recently changed workflow is first, unless `sort` and `order` are set.',
  tags: ['Workflows'],
  query: SummaryListQuery,
  reply: envelopeList(WorkflowSummary, 'Workflows found'),
  errors: [],
  example: { query: { tags: 'demo', limit: 10 }, reply: [exampleSummary] },

  async handle(
    { query: { search, tags, project, ...rest }, caller },
    { workflows, overviews, executions }: ExecutionServices & WorkflowServices,
  ) {
    const wanted = tagsIn(tags)
    const { items, total } = await workflows.summaries({
      ...rest,
      ...listedProjects(caller, project),
      ...(search ? { search } : {}),
      ...(wanted.length > 0 ? { tags: wanted } : {}),
    })
    const runs = await executions.lastRuns(items.map(({ id }) => id))
    const records: WorkflowSummary[] = []
    for (const item of items) {
      const { id, machineName, name, description, revision } = item
      records.push({
        ...{ id, machineName, name, description, tags: [...item.tags], revision },
        created_at: iso(item.createdAt),
        updated_at: iso(item.updatedAt),
        ...stateFieldsOf(item),
        publish: item.isManual ? 'manual' : 'automatic',
        ...(await overviews.of(item)),
        last_run: runs.get(id) ?? null,
      })
    }
    return pageAnswer({ items: records, total }, rest, (record) => record)
  },
})
