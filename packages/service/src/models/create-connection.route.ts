import { ConnectionRecord, NewConnection } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { connectionRecord, exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** Creates a connection. Its key is encrypted and never returned. */
export default defineRoute({
  operation: 'createConnection',
  method: 'POST',
  path: '/connections',
  access: 'admin',
  audit: 'connection.created',
  summary: 'Create a connection to a model provider',
  description: 'The key is encrypted and never returned.',
  tags: ['Connections'],
  body: NewConnection,
  reply: envelope(ConnectionRecord, 'Connection created'),
  status: 201,
  errors: ['ALREADY_EXISTS'],
  example: { body: { name: 'Team OpenAI', provider: 'openai', apiKey: 'sk-…' }, reply: exampleConnection },

  async handle({ body, caller }, { connections }: ModelServices) {
    return connectionRecord(await connections.create(body, caller.name))
  },
})
