/** What the three chat operations take and give. */
import { Type, WorkflowEdge, WorkflowNode } from '@millrace/model'

const LONGEST_MESSAGE = 10_000
const LONGEST_ENTRY = 100_000

export const ChatHistoryMessage = Type.Object(
  { role: Type.Enum(['user', 'assistant']), content: Type.String() },
  { $id: 'ChatHistoryMessage' },
)

/** Keys beyond these (`tools`, `attachedRunId`) are taken and left alone. */
export const NewChatMessage = Type.Object({
  message: Type.String({ minLength: 1, maxLength: LONGEST_MESSAGE, pattern: '\\S' }),
  workflowState: Type.Nullable(
    Type.Object(
      { nodes: Type.Array(WorkflowNode), edges: Type.Array(WorkflowEdge) },
      { description: 'The workflow as the editor has it; null for the stored one.' },
    ),
  ),
  history: Type.Optional(
    Type.Array(
      Type.Object({ role: Type.String({ maxLength: 50 }), content: Type.String({ maxLength: LONGEST_ENTRY }) }),
      { maxItems: 10_000, description: 'What was said before, oldest first; without it, what was stored counts.' },
    ),
  ),
  conversationId: Type.Optional(
    Type.Nullable(Type.String({ maxLength: 200, description: 'To go on with a conversation.' })),
  ),
})

export const ChatReplyRecord = Type.Object(
  {
    content: Type.String({ description: 'Markdown; commands stand in a fenced block with the label of the dialect.' }),
    conversationId: Type.String(),
    commands: Type.Integer({ minimum: 0, description: 'How many commands the reply has.' }),
    source: Type.Enum(['rules', 'model'], { description: 'Who answered.' }),
  },
  { $id: 'ChatReply' },
)

export const exampleReply = {
  content: 'I add `Summarize`.\n\n```millrace\nadd Summarize summarizer\n```',
  conversationId: '3b0c51a7-02a1-4f3e-8d5c-6a2e6f0f7f10',
  commands: 1,
  source: 'rules',
}
