import { NewPlaygroundMessage, PlaygroundMessage, PlaygroundSessionParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleParams, exampleQuestion } from './example.ts'
import { newTurn } from './new-turn.ts'
import type { PlaygroundServices } from './services.ts'
import { messageRecord } from './wire.ts'

/** Sends a message to a workflow. Replies once the message and its execution are on disk. */
export default defineRoute({
  operation: 'sendPlaygroundMessage',
  method: 'POST',
  path: '/playground/sessions/:sessionId/messages',
  aliases: ['/sessions/:sessionId/messages'],
  access: 'run',
  scope: { session: 'sessionId' },
  audit: { none: 'The execution that it starts names its starter.' },
  summary: 'Send a message to the workflow of a session',
  description:
    'Inputs are `{nodeId: {port or setting: value}}`. With `workflow`, the turn runs that document instead of the ' +
    'stored workflow, as `POST /execute` does.',
  tags: ['Playground'],
  takesDocument: true,
  takesInputs: true,
  params: PlaygroundSessionParams,
  body: NewPlaygroundMessage,
  reply: envelope(PlaygroundMessage, 'Message sent'),
  errors: ['NOT_FOUND', 'SESSION_BUSY', 'TOO_MANY_EXECUTIONS'],
  example: { params: exampleParams, body: { content: 'Hello', inputs: {} }, reply: exampleQuestion },

  async handle({ params, body, caller, concerns }, { playground }: PlaygroundServices) {
    const message = await playground.send(params.sessionId, newTurn(body), caller)
    if (message.executionId !== null) concerns(message.executionId)
    return messageRecord(message)
  },
})
