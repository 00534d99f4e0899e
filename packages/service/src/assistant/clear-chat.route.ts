import { WorkflowParams } from '@millrace/model'
import { defineRoute, done } from '../http/define-route.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import type { AssistantServices } from './services.ts'

/** Deletes the chat of a workflow. */
export default defineRoute({
  operation: 'clearChat',
  method: 'DELETE',
  path: '/workflows/:id/chat/messages',
  access: 'write',
  summary: 'Clear the chat of a workflow',
  tags: ['Chat'],
  params: WorkflowParams,
  reply: done('Chat history cleared'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params }, { chat }: AssistantServices) {
    await chat.clear(params.id)
  },
})
