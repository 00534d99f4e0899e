import { PlaygroundSessionParams } from '@millrace/model'
import { answer, defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from './example.ts'
import type { PlaygroundServices } from './services.ts'

/** Cancels running and queued executions of a session. Succeeds without any too: older clients expect it. */
export default defineRoute({
  operation: 'stopPlaygroundSession',
  method: 'POST',
  path: '/playground/sessions/:sessionId/stop',
  aliases: ['/sessions/:sessionId/stop'],
  access: 'run',
  scope: { session: 'sessionId' },
  audit: 'conversation.stopped',
  summary: 'Stop the executions of a playground session',
  description: 'Cancels running and queued executions. Succeeds also if there are none.',
  tags: ['Playground'],
  params: PlaygroundSessionParams,
  reply: done('Execution stopped'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params, note }, { playground }: PlaygroundServices) {
    if (await playground.stop(params.sessionId)) return undefined
    note({ isNothing: true })
    return answer(undefined, { message: 'Nothing was running' })
  },
})
