import { PlaygroundSession, PlaygroundSessionParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleParams, exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Starts a conversation anew: what runs is stopped, and what was said is told to the workflow no more. */
export default defineRoute({
  operation: 'resetPlaygroundSession',
  method: 'POST',
  path: '/playground/sessions/:sessionId/reset',
  aliases: ['/sessions/:sessionId/reset'],
  access: 'run',
  summary: 'Start the conversation of a playground session anew',
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
