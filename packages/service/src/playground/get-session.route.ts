import { PlaygroundSession, PlaygroundSessionParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleParams, exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Returns a session without its messages. */
export default defineRoute({
  operation: 'getPlaygroundSession',
  method: 'GET',
  path: '/playground/sessions/:sessionId',
  aliases: ['/sessions/:sessionId'],
  access: 'read',
  scope: { session: 'sessionId' },
  summary: 'Read a playground session',
  description: 'Name, status and executions of the session; read its messages with `GET …/messages`.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  reply: envelope(PlaygroundSession, 'Session found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleSession },

  handle: async ({ params }, { playground }: PlaygroundServices) =>
    sessionRecord(await playground.get(params.sessionId)),
})
