import { PlaygroundMessage, PlaygroundMessageParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleMessageParams, exampleQuestion } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { messageRecord } from './wire.ts'

/** Returns a message. */
export default defineRoute({
  operation: 'getPlaygroundMessage',
  method: 'GET',
  path: '/playground/sessions/:sessionId/messages/:messageId',
  aliases: ['/sessions/:sessionId/messages/:messageId'],
  access: 'read',
  scope: { session: 'sessionId' },
  summary: 'Read a message',
  description: 'The message with its status and metadata.',
  tags: ['Playground'],
  params: PlaygroundMessageParams,
  reply: envelope(PlaygroundMessage, 'Message found'),
  errors: ['NOT_FOUND'],
  example: { params: exampleMessageParams, reply: exampleQuestion },

  handle: async ({ params: { sessionId, messageId } }, { playground }: PlaygroundServices) =>
    messageRecord(await playground.message(sessionId, messageId)),
})
