import { PlaygroundSessionParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from './example.ts'
import type { PlaygroundServices } from './services.ts'

/** Deletes a session with everything that belongs to it and cancels its executions. */
export default defineRoute({
  operation: 'deletePlaygroundSession',
  method: 'DELETE',
  path: '/playground/sessions/:sessionId',
  aliases: ['/sessions/:sessionId'],
  access: 'run',
  scope: { session: 'sessionId' },
  audit: 'conversation.deleted',
  summary: 'Delete a playground session with its messages and executions',
  description: 'Executions of the session that are still running are cancelled first.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  reply: done('Session deleted'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params }, { playground }: PlaygroundServices) {
    await playground.remove(params.sessionId)
  },
})
