import { PlaygroundSession, PlaygroundSessionParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleParams, exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Starts a new conversation in a session: stops its executions; earlier messages no longer reach the workflow. */
export default defineRoute({
  operation: 'resetPlaygroundSession',
  method: 'POST',
  path: '/playground/sessions/:sessionId/reset',
  aliases: ['/sessions/:sessionId/reset'],
  access: 'run',
  scope: { session: 'sessionId' },
  audit: 'conversation.reset',
  summary: 'Start a new conversation in a playground session',
  description: 'Stops the executions of the session. Earlier messages stay readable but no longer reach the workflow.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  reply: envelope(PlaygroundSession, 'Session reset'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: exampleSession },

  async handle({ params: { sessionId } }, { playground }: PlaygroundServices) {
    await playground.reset(sessionId)
    return sessionRecord(await playground.get(sessionId))
  },
})
