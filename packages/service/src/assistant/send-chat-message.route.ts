import { ChatReply, NewChatMessage, WorkflowParams } from '@millrace/model'
import { defineRoute, envelope } from '../http/define-route.ts'
import { languageFor } from '../http/request-language.ts'
import { exampleGraph } from '../workflows/example.ts'
import { exampleParams } from '../workflows/workflow-params.ts'
import type { AssistantServices } from './services.ts'

const exampleReply = {
  content: 'Add `Summarize`.\n\n```millrace\nadd Summarize summarizer\n```',
  conversationId: '3b0c51a7-02a1-4f3e-8d5c-6a2e6f0f7f10',
  commands: 1,
  source: 'rules',
}

/** Sends a message to the assistant. Commands are applied to a copy before they are sent; nothing is saved. */
export default defineRoute({
  operation: 'sendChatMessage',
  method: 'POST',
  path: '/workflows/:id/chat/messages',
  access: 'write',
  scope: { workflow: 'id' },
  audit: { none: 'The reply changes nothing until it is applied and saved.' },
  summary: 'Ask the assistant to change a workflow',
  description: 'The workflow itself stays as it is: the reply holds commands, which the client shows and applies.',
  tags: ['Chat'],
  params: WorkflowParams,
  takesDocument: true,
  body: NewChatMessage,
  reply: envelope(ChatReply, 'Reply of the assistant'),
  errors: ['NOT_FOUND'],
  example: {
    params: exampleParams,
    body: { message: 'add a summarizer', workflowState: exampleGraph },
    reply: exampleReply,
  },

  async handle({ params, body, caller, headers, gone }, { chat }: AssistantServices) {
    const history = body.history?.flatMap(({ role, content }) =>
      role === 'user' || role === 'assistant' ? [{ role, content } as const] : [],
    )
    return chat.send(params.id, {
      message: body.message,
      state: body.workflowState,
      history,
      conversationId: body.conversationId || undefined,
      caller,
      page: languageFor(headers),
      signal: gone(),
    })
  },
})
