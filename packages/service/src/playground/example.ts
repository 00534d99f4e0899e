/** A small conversation, used in the API examples of this folder. */
import { EXECUTION_ID } from '../executions/example.ts'
import { EXAMPLE_ID } from '../workflows/example.ts'

export const SESSION_ID = '0b6f2c1e-5d0a-4c58-9f0e-6a1b7c3d2e10'
const QUESTION_ID = '1c7e3d2f-6e1b-4d69-8a1f-7b2c8d4e3f10'
const ANSWER_ID = '2d8f4e30-7f2c-4e7a-9b20-8c3d9e5f4a10'

export const exampleParams = { sessionId: SESSION_ID }
export const exampleMessageParams = { sessionId: SESSION_ID, messageId: QUESTION_ID }

export const exampleSession = {
  id: SESSION_ID,
  workflowId: EXAMPLE_ID,
  name: 'Session 1',
  status: 'idle' as const,
  createdAt: '2026-01-01T12:00:00.000Z',
  updatedAt: '2026-01-01T12:01:00.040Z',
  executions: [{ id: EXECUTION_ID, startedAt: '2026-01-01T12:01:00.000Z', status: 'completed' as const }],
  metadata: { executionMode: 'immediate' },
}

export const exampleQuestion = {
  id: QUESTION_ID,
  sessionId: SESSION_ID,
  role: 'user' as const,
  content: 'Hello',
  timestamp: '2026-01-01T12:01:00.000+00:00',
  status: 'pending' as const,
  sequenceNumber: 1,
  parentMessageId: null,
  nodeId: null,
  executionId: EXECUTION_ID,
  display: 'default' as const,
  origin: 'user' as const,
  metadata: {},
}

export const exampleConversation = [
  { ...exampleQuestion, status: 'completed' as const },
  {
    ...exampleQuestion,
    id: ANSWER_ID,
    role: 'assistant' as const,
    content: 'HELLO',
    timestamp: '2026-01-01T12:01:00.040+00:00',
    status: 'completed' as const,
    sequenceNumber: 2,
    parentMessageId: QUESTION_ID,
    nodeId: 'chat_output.1',
    origin: 'workflow' as const,
    metadata: {},
  },
]
