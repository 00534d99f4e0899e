import { PlaygroundMessageList, PlaygroundMessageListQuery, PlaygroundSessionParams } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleConversation, exampleParams } from './example.ts'
import { messageQuery } from './message-query.ts'
import type { PlaygroundServices } from './services.ts'
import { messageRecord } from './wire.ts'

const FOUND = 'Messages found'

/** Lists messages of a session, for polling forward and paging back. */
export default defineRoute({
  operation: 'listPlaygroundMessages',
  method: 'GET',
  path: '/playground/sessions/:sessionId/messages',
  aliases: ['/sessions/:sessionId/messages'],
  access: 'read',
  scope: { session: 'sessionId' },
  summary: 'List messages of a playground session',
  description: 'At most one of `since`, `before` and `latest`. Without any, the oldest messages.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  query: PlaygroundMessageListQuery,
  reply: bare(PlaygroundMessageList),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    query: { since: '0', limit: 50 },
    reply: {
      success: true,
      data: exampleConversation,
      message: FOUND,
      hasMore: false,
      hasOlder: false,
      sessionStatus: 'idle',
    },
  },

  async handle({ params, query }, { playground }: PlaygroundServices) {
    const { items, hasMore, hasOlder, status } = await playground.messages(params.sessionId, messageQuery(query))
    const data = items.map(messageRecord)
    return { success: true as const, data, message: FOUND, hasMore, hasOlder, sessionStatus: status }
  },
})
