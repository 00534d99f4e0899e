import { ExecutionItem, Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { exampleItem } from './example.ts'
import { itemOf, PageQuery, StatusQuery } from './wire.ts'

/** Lists the executions of one workflow, newest first. */
export default defineRoute({
  operation: 'listPipelines',
  method: 'GET',
  path: '/workflows/:id/pipelines',
  aliases: ['/workflow/:id/pipelines'],
  access: 'read',
  summary: 'List the executions of a workflow, newest first',
  tags: ['Executions'],
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
  query: Type.Object({ ...StatusQuery, ...PageQuery }),
  reply: envelope(Type.Array(ExecutionItem), 'Pipelines found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: 'hello' }, reply: [exampleItem] },

  async handle({ params, query: { status, limit, offset } }, { executions, workflows }) {
    const { id } = await workflows.get(params.id)
    const filter = { workflowId: id, ...(status === undefined ? {} : { status }) }
    const { items, total } = await executions.list({ ...filter, limit, offset })
    return answer(items.map(itemOf), { headers: pageHeaders(total, { limit, offset }) })
  },
})
