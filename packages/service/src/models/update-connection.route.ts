import { ConnectionParams, ConnectionRecord, NewConnection } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { connectionRecord, exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** Changes a connection; nodes that use it follow at once. A new host needs its key again. */
export default defineRoute({
  operation: 'updateConnection',
  method: 'PUT',
  path: '/connections/:id',
  access: 'admin',
  summary: 'Change a connection to a model provider',
  tags: ['Connections'],
  params: ConnectionParams,
  body: NewConnection,
  reply: envelope(ConnectionRecord, 'Connection changed'),
  errors: ['NOT_FOUND', 'ALREADY_EXISTS'],
  example: {
    params: { id: exampleConnection.id },
    body: { name: 'Team OpenAI', provider: 'openai', apiKey: '__secret__:x7Qf' },
    reply: exampleConnection,
  },

  async handle({ params, body }, { connections }: ModelServices) {
    return connectionRecord(await connections.update(params.id, body))
  },
})
