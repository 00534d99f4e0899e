import { ChatHistoryMessage, WorkflowParams } from '@millrace/model'
import { defineRoute, envelopeList } from '../http/define-route.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import type { AssistantServices } from './services.ts'

/** The chat of a workflow, oldest message first. */
export default defineRoute({
  operation: 'listChatMessages',
  method: 'GET',
  path: '/workflows/:id/chat/messages',
  access: 'read',
  scope: { workflow: 'id' },
  summary: 'Read the chat of a workflow',
  description: 'The conversation with the assistant about this workflow, oldest message first.',
  tags: ['Chat'],
  params: WorkflowParams,
  reply: envelopeList(ChatHistoryMessage, 'Chat history'),
  errors: ['NOT_FOUND'],
  example: { params: exampleParams, reply: [{ role: 'user', content: 'add a summarizer' }] },

  async handle({ params }, { chat }: AssistantServices) {
    return (await chat.history(params.id)).map(({ role, content }) => ({ role, content }))
  },
})
