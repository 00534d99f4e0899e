import { ConnectionRecord, PageQuery } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { connectionRecord, exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** Lists the connections by name, without their keys. */
export default defineRoute({
  operation: 'listConnections',
  method: 'GET',
  path: '/connections',
  access: 'admin',
  summary: 'List connections to model providers',
  description: 'Sorted by name, without their keys.',
  tags: ['Connections'],
  query: PageQuery,
  reply: envelopeList(ConnectionRecord, 'Connections found'),
  errors: [],
  example: { reply: [exampleConnection] },

  async handle({ query }, { connections }: ModelServices) {
    return pageAnswer(await connections.list(query), query, connectionRecord)
  },
})
