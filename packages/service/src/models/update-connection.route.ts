import { ConnectionParams, ConnectionRecord, NewConnection } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { connectionRecord, exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** Updates a connection; nodes that use it follow immediately. A new host requires entering the key again. */
export default defineRoute({
  operation: 'updateConnection',
  method: 'PUT',
  path: '/connections/:id',
  access: 'admin',
  audit: 'connection.changed',
  summary: 'Update a connection to a model provider',
  description:
    'Takes effect at once. Send the placeholder of the key to keep it; a new host needs the key itself again.',
  tags: ['Connections'],
  params: ConnectionParams,
  body: NewConnection,
  reply: envelope(ConnectionRecord, 'Connection updated'),
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
