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
  summary: 'Delete a playground session with its messages and executions',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  reply: done('Session deleted'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params }, { playground }: PlaygroundServices) {
    await playground.remove(params.sessionId)
  },
})
