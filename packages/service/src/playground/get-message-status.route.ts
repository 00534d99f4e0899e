import { PlaygroundMessageParams, PlaygroundMessageStatus } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleMessageParams, exampleQuestion } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { messageStatusRecord } from './wire.ts'

const { id, sequenceNumber, timestamp } = exampleQuestion

/** Returns the status of a message, for polling. */
export default defineRoute({
  operation: 'getPlaygroundMessageStatus',
  method: 'GET',
  path: '/playground/sessions/:sessionId/messages/:messageId/status',
  aliases: ['/sessions/:sessionId/messages/:messageId/status'],
  access: 'read',
  scope: { session: 'sessionId' },
  summary: 'Read the status of a message',
  description: 'A small reply for polling. The stream of the session needs no polling.',
  tags: ['Playground'],
  params: PlaygroundMessageParams,
  reply: envelope(PlaygroundMessageStatus, 'Message status'),
  errors: ['NOT_FOUND'],
  example: { params: exampleMessageParams, reply: { id, status: 'completed', sequenceNumber, timestamp } },

  handle: async ({ params: { sessionId, messageId } }, { playground }: PlaygroundServices) =>
    messageStatusRecord(await playground.message(sessionId, messageId)),
})
