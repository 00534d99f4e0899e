import { NewPlaygroundSession, PlaygroundSession, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import { exampleSession } from './example.ts'
import type { PlaygroundServices } from './services.ts'
import { sessionRecord } from './wire.ts'

/** Creates a session with a workflow. Nothing runs until a message is sent. */
export default defineRoute({
  operation: 'createPlaygroundSession',
  method: 'POST',
  path: '/workflows/:id/playground/sessions',
  access: 'run',
  scope: { workflow: 'id' },
  audit: { none: 'A conversation without messages has no effect.' },
  summary: 'Create a playground session',
  description: 'A session is a conversation with a workflow. Nothing runs until a message is sent.',
  tags: ['Playground'],
  params: WorkflowParams,
  body: NewPlaygroundSession,
  bodyOptional: true,
  reply: envelope(PlaygroundSession, 'Session created'),
  status: 201,
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    body: { name: 'Session 1', metadata: { executionMode: 'immediate' } },
    reply: { ...exampleSession, executions: [] },
  },

  async handle({ params, body: { name, metadata } = {} }, { playground }: PlaygroundServices) {
    // Treat an empty name as missing: clients send their empty name field.
    return sessionRecord(await playground.create(params.id, { name: name || undefined, metadata }))
  },
})
