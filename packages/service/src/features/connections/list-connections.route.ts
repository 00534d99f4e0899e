import { Type } from '@millrace/model'
import { answer, defineRoute, envelope } from '../../http/define-route.ts'
import { pageHeaders } from '../../http/page-headers.ts'
import { ConnectionRecord, connectionRecord, exampleConnection } from './connection-record.ts'

/** Lists the connections by name, without their keys. */
export default defineRoute({
  operation: 'listConnections',
  method: 'GET',
  path: '/connections',
  access: 'admin',
  summary: 'List connections to model providers',
  tags: ['Connections'],
  query: Type.Object({
    limit: Type.Integer({ minimum: 1, maximum: 100, default: 50 }),
    offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, default: 0 }),
  }),
  reply: envelope(Type.Array(ConnectionRecord), 'Connections found'),
  errors: [],
  example: { reply: [exampleConnection] },

  async handle({ query }, { connections }) {
    const { items, total } = await connections.list(query)
    return answer(items.map(connectionRecord), { headers: pageHeaders(total, query) })
  },
})
