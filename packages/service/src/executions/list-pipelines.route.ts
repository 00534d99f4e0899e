import { PipelineList, PipelineListQuery, WorkflowParams } from '@millrace/model'
import { answer, bare, defineRoute } from '../http/define-route.ts'
import { pageHeaders } from '../http/paged-list.ts'
import { iso } from '../platform/iso.ts'
import type { WorkflowServices } from '../workflows/services.ts'
import { exampleItem } from './example.ts'
import type { ExecutionServices } from './services.ts'
import type { ListedExecution } from './streams/list-changes.ts'
import { stuckFields } from './stuck.ts'
import { itemOf } from './wire.ts'

const FOUND = 'Pipelines found'

/** Lists the executions of one workflow, newest first. */
export default defineRoute({
  operation: 'listPipelines',
  method: 'GET',
  path: '/workflows/:id/pipelines',
  aliases: ['/workflow/:id/pipelines'],
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'List the executions of a workflow, newest first',
  description: '`data` has the same records as `GET /executions`; `pipelines` has them in the format of older clients.',
  tags: ['Executions'],
  params: WorkflowParams,
  query: PipelineListQuery,
  reply: bare(PipelineList),
  errors: ['NOT_FOUND'],
  example: {
    params: { id: 'hello' },
    reply: {
      success: true,
      data: [exampleItem],
      message: FOUND,
      pipelines: [
        {
          id: exampleItem.id,
          name: 'Hello',
          description: 'Says a name.',
          status: exampleItem.status,
          createdAt: exampleItem.created,
          lastExecuted: exampleItem.updated,
          executionCount: 1,
        },
      ],
    },
  },

  async handle(
    { params, query: { status, limit, offset } },
    { executions, workflows, stuck }: WorkflowServices & ExecutionServices,
  ) {
    const { id, name, description } = await workflows.get(params.id)
    const filter = { workflowId: id, ...(status === undefined ? {} : { status }) }
    const { items, total } = await executions.list({ ...filter, limit, offset })
    const stuckOf = await stuckFields(stuck, items)
    const reply = {
      success: true as const,
      data: items.map((item) => ({ ...itemOf(item), ...stuckOf(item.id) })),
      message: FOUND,
      pipelines: items.map((item) => listedPipeline(item, { name, description })),
    }
    return answer(reply, { headers: pageHeaders(total, { limit, offset }) })
  },
})

function listedPipeline(
  { id, status, createdAt, updatedAt }: ListedExecution,
  { name, description }: { readonly name: string; readonly description: string },
) {
  return {
    id,
    name,
    description,
    status,
    createdAt: iso(createdAt),
    lastExecuted: iso(updatedAt),
    executionCount: status === 'pending' ? 0 : 1,
  }
}
