import { ExecutionItem, Type, Uuid } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { exampleItem } from './example.ts'
import { itemOf, PageQuery, StatusQuery } from './wire.ts'

/** Lists executions of all workflows, newest first. */
export default defineRoute({
  operation: 'listExecutions',
  method: 'GET',
  path: '/executions',
  access: 'read',
  summary: 'List executions across workflows, newest first',
  tags: ['Executions'],
  query: Type.Object({ workflow_id: Type.Optional(Uuid), ...StatusQuery, ...PageQuery }),
  reply: envelope(Type.Array(ExecutionItem), 'Executions found'),
  errors: [],
  example: { query: { status: 'completed' }, reply: [exampleItem] },

  async handle({ query: { workflow_id, status, limit, offset } }, { executions }) {
    const { items, total } = await executions.list({
      ...(workflow_id === undefined ? {} : { workflowId: workflow_id }),
      ...(status === undefined ? {} : { status }),
      limit,
      offset,
    })
    return answer(items.map(itemOf), { headers: pageHeaders(total, { limit, offset }) })
  },
})
