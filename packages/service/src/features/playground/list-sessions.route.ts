import { Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { exampleParams, WorkflowParams } from '../workflows/workflow-params.ts'
import { exampleSession } from './example.ts'
import { Session, sessionRecord } from './wire.ts'

/** Lists the conversations with a workflow, newest first. */
export default defineRoute({
  operation: 'listPlaygroundSessions',
  method: 'GET',
  path: '/workflows/:id/playground/sessions',
  access: 'read',
  summary: 'List the playground sessions of a workflow, newest first',
  tags: ['Playground'],
  params: WorkflowParams,
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: envelope(Type.Array(Session), 'Sessions found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, query: { limit: 10 }, reply: [exampleSession] },

  async handle({ params, query }, { playground }) {
    const { items, total } = await playground.list(params.id, query)
    return answer(items.map(sessionRecord), { headers: pageHeaders(total, query) })
  },
})
