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
  scope: { workflow: 'id' },
  audit: 'assistant.chat_cleared',
  summary: 'Clear the chat of a workflow',
  description: 'Deletes all messages of the chat. The workflow itself does not change.',
  tags: ['Chat'],
  params: WorkflowParams,
  reply: done('Chat history cleared'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams },

  async handle({ params }, { chat }: AssistantServices) {
    await chat.clear(params.id)
  },
})
