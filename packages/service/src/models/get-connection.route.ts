import { ConnectionParams, ConnectionRecord } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { connectionRecord, exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** One connection, without its key. */
export default defineRoute({
  operation: 'getConnection',
  method: 'GET',
  path: '/connections/:id',
  access: 'admin',
  summary: 'Get a connection to a model provider',
  description: 'The key is not included; a placeholder with its last characters shows whether there is one.',
  tags: ['Connections'],
  params: ConnectionParams,
  reply: envelope(ConnectionRecord, 'Connection found'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleConnection.id }, reply: exampleConnection },

  async handle({ params }, { connections }: ModelServices) {
    return connectionRecord(await connections.get(params.id))
  },
})
