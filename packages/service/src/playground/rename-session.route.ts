import { PlaygroundSession, PlaygroundSessionParams, RenamedPlaygroundSession } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleParams, exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Renames a session. */
export default defineRoute({
  operation: 'renamePlaygroundSession',
  method: 'PATCH',
  path: '/playground/sessions/:sessionId',
  aliases: ['/sessions/:sessionId'],
  access: 'run',
  scope: { session: 'sessionId' },
  audit: { none: 'A name has no effect.' },
  summary: 'Rename a playground session',
  description: 'Changes only the name of the session.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  body: RenamedPlaygroundSession,
  reply: envelope(PlaygroundSession, 'Session renamed'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, body: { name: 'Saturday' }, reply: exampleSession },

  async handle({ params: { sessionId }, body }, { playground }: PlaygroundServices) {
    await playground.rename(sessionId, body.name.trim())
    return sessionRecord(await playground.get(sessionId))
  },
})
