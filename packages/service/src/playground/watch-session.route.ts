import { PLAYGROUND_EVENTS, PlaygroundSessionParams, PlaygroundWatchQuery } from '@millrace/model'
import { defineRoute, eventStream } from '../http/define-route.ts'
import { EventStream, type StreamMessage } from '../http/event-stream.ts'
import { exampleParams } from './example.ts'
import type { SessionNews } from './playground-port.ts'
import type { PlaygroundServices } from './services.ts'
import { messageRecord } from './wire.ts'

/** Streams the events of a session. */
export default defineRoute({
  operation: 'watchPlaygroundSession',
  method: 'GET',
  path: '/playground/sessions/:sessionId/events',
  aliases: ['/sessions/:sessionId/events'],
  access: 'read',
  scope: { session: 'sessionId' },
  streaming: true,
  summary: 'Watch a playground session as Server-Sent Events',
  description:
    'Every `message` is one that is new or has changed, every `status` the status of the session. Their id goes into ' +
    '`Last-Event-ID`, or `after`, to go on after an interruption without losing anything. A `delta` is a piece of a ' +
    'text that a node is still writing: it has no id and is not sent again.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  query: PlaygroundWatchQuery,
  reply: eventStream(PLAYGROUND_EVENTS),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params: { sessionId }, query, headers }, { playground }: PlaygroundServices) {
    await playground.get(sessionId)
    const last = Number(headers['last-event-id'] ?? query.after ?? 0)
    const after = Number.isSafeInteger(last) && last > 0 ? last : 0
    return new EventStream(async ({ send, signal }) => {
      for await (const news of playground.follow(sessionId, { after, signal })) await send(told(news))
    })
  },
})

function told(news: SessionNews): StreamMessage {
  switch (news.event) {
    case 'message':
      return { id: news.change, event: 'message', data: JSON.stringify(messageRecord(news.message)) }
    case 'status':
      return { id: news.change, event: 'status', data: JSON.stringify({ sessionStatus: news.status }) }
    case 'delta': {
      const { event, ...delta } = news
      return { event, data: JSON.stringify(delta) }
    }
  }
}
