import { ConnectionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleConnection } from './connection-record.ts'
import type { ModelServices } from './services.ts'

/** Deletes a connection and its key. Nodes that use it fail from then on. */
export default defineRoute({
  operation: 'deleteConnection',
  method: 'DELETE',
  path: '/connections/:id',
  access: 'admin',
  audit: 'connection.deleted',
  summary: 'Delete a connection to a model provider',
  description: 'Deletes the connection with its key. Nodes that use it fail from then on.',
  tags: ['Connections'],
  params: ConnectionParams,
  reply: done('Connection deleted'),
  errors: ['NOT_FOUND'],
  example: { params: { id: exampleConnection.id } },

  async handle({ params }, { connections }: ModelServices) {
    await connections.remove(params.id)
  },
})
