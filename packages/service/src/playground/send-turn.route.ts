import { NewPlaygroundMessage, PlaygroundSessionParams, PlaygroundTurn } from '@millrace/model'
import { EXECUTION_ID } from '../executions/example.ts'
import { defineRoute, envelope } from '../http/define-route.ts'
import type { PlatformServices } from '../platform/services.ts'
import { exampleParams, exampleQuestion, SESSION_ID } from './example.ts'
import { newTurn } from './new-turn.ts'
import type { PlaygroundServices } from './services.ts'

/** Sends a message, in the form of newer clients. */
export default defineRoute({
  operation: 'sendPlaygroundTurn',
  method: 'POST',
  path: '/playground/sessions/:sessionId/turn',
  aliases: ['/sessions/:sessionId/turn'],
  access: 'run',
  scope: { session: 'sessionId' },
  audit: { none: 'The execution that it starts names its starter.' },
  summary: 'Send a message and get its execution',
  description: 'Inputs are `{nodeId: {port or setting: value}}`.',
  tags: ['Playground'],
  takesDocument: true,
  takesInputs: true,
  params: PlaygroundSessionParams,
  body: NewPlaygroundMessage,
  reply: envelope(PlaygroundTurn, 'Turn started'),
  status: 202,
  errors: ['NOT_FOUND', 'SESSION_BUSY', 'TOO_MANY_EXECUTIONS'],
  example: {
    params: exampleParams,
    body: { content: 'Hello' },
    reply: {
      sessionId: SESSION_ID,
      userMessageId: exampleQuestion.id,
      pipelineId: EXECUTION_ID,
      status: 'running',
    },
  },

  async handle(
    { params: { sessionId }, body, caller, concerns },
    { playground, store }: PlatformServices & PlaygroundServices,
  ) {
    const { id, executionId } = await playground.send(sessionId, newTurn(body), caller)
    if (executionId !== null) concerns(executionId)
    const isWaiting = executionId !== null && (await store.executions.get(executionId))?.status === 'pending'
    const status = isWaiting ? ('queued' as const) : ('running' as const)
    return { sessionId, userMessageId: id, pipelineId: executionId, status }
  },
})
