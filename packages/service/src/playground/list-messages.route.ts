import { Type } from '@millrace/model'
import { bare, defineRoute } from '../http/define-route.ts'
import { exampleConversation, exampleParams } from './example.ts'
import { MessageListQuery, messageQuery } from './message-query.ts'
import { Message, messageRecord, SESSION_STATUSES, SessionParams } from './wire.ts'

/** The envelope with three keys beside it, which tell a client that polls whether and how to go on. */
const MessageList = Type.Object(
  {
    success: Type.Literal(true),
    data: Type.Array(Message, { description: 'Ascending by sequenceNumber, whatever was asked.' }),
    message: Type.String(),
    hasMore: Type.Boolean({ description: 'Newer ones follow the page.' }),
    hasOlder: Type.Boolean({ description: 'Older ones come before the page.' }),
    sessionStatus: Type.Enum(SESSION_STATUSES),
  },
  { $id: 'PlaygroundMessageList' },
)

const FOUND = 'Messages found'

/** A page of a conversation, for polling forward and for paging back. */
export default defineRoute({
  operation: 'listPlaygroundMessages',
  method: 'GET',
  path: '/playground/sessions/:sessionId/messages',
  aliases: ['/sessions/:sessionId/messages'],
  access: 'read',
  summary: 'List messages of a playground session',
  description: 'Only one of `since`, `before` and `latest` at a time. Without any, the oldest messages.',
  tags: ['Playground'],
  params: SessionParams,
  query: MessageListQuery,
  reply: bare(MessageList),
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

  async handle({ params, query }, { playground }) {
    const { items, hasMore, hasOlder, status } = await playground.messages(params.sessionId, messageQuery(query))
    const data = items.map(messageRecord)
    return { success: true as const, data, message: FOUND, hasMore, hasOlder, sessionStatus: status }
  },
})
