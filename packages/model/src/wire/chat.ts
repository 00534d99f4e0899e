/** The conversation with the assistant. */
import { type Static, Type } from '../schema.ts'
import { WorkflowEdge, WorkflowNode } from '../workflow/workflow.ts'

const MAX_MESSAGE = 10_000
const MAX_HISTORY_MESSAGE = 100_000

export const ChatHistoryMessage = Type.Object(
  { role: Type.Enum(['user', 'assistant']), content: Type.String() },
  { $id: 'ChatHistoryMessage' },
)
export type ChatHistoryMessage = Static<typeof ChatHistoryMessage>

/** Other keys (`tools`, `attachedRunId`) are accepted and ignored. */
export const NewChatMessage = Type.Object({
  message: Type.String({ minLength: 1, maxLength: MAX_MESSAGE, pattern: '\\S' }),
  workflowState: Type.Nullable(
    Type.Object(
      { nodes: Type.Array(WorkflowNode), edges: Type.Array(WorkflowEdge) },
      { description: 'The workflow as the editor has it; null for the stored one.' },
    ),
  ),
  history: Type.Optional(
    Type.Array(
      Type.Object({ role: Type.String({ maxLength: 50 }), content: Type.String({ maxLength: MAX_HISTORY_MESSAGE }) }),
      { maxItems: 10_000, description: 'What was said before, oldest first; without it, what was stored counts.' },
    ),
  ),
  conversationId: Type.Optional(
    Type.Nullable(Type.String({ maxLength: 200, description: 'To go on with a conversation.' })),
  ),
})
export type NewChatMessage = Static<typeof NewChatMessage>

export const ChatReply = Type.Object(
  {
    content: Type.String({ description: 'Markdown; commands stand in a fenced block with the label of the dialect.' }),
    conversationId: Type.String(),
    commands: Type.Integer({ minimum: 0, description: 'How many commands the reply has.' }),
    source: Type.Enum(['rules', 'model'], { description: 'Who answered.' }),
  },
  { $id: 'ChatReply' },
)
export type ChatReply = Static<typeof ChatReply>
