/** Shapes that several operations of this feature share, and what the stored records look like in them. */
import { AnyObject, DateTime, Type, Uuid } from '@millrace/model'
import type { StoredMessage } from '@millrace/store'
import { iso } from '../executions/wire.ts'
import type { SessionView } from './playground-port.ts'

export const SESSION_STATUSES = ['idle', 'running', 'awaiting_input', 'completed', 'failed'] as const
export const MESSAGE_STATUSES = ['pending', 'processing', 'completed', 'failed'] as const
const MESSAGE_ROLES = ['user', 'assistant', 'system', 'log'] as const
const ORIGINS = ['user', 'workflow', 'engine', 'interrupt'] as const
const DISPLAYS = ['default', 'log', 'notice'] as const

export const SessionParams = Type.Object({ sessionId: Uuid })
export const MessageParams = Type.Object({ sessionId: Uuid, messageId: Uuid })

/** The databases keep these texts in columns, and not every database can keep a NUL character there. */
const NO_NUL = '^[^\\u0000]*$'

export const NewSession = Type.Object({
  name: Type.Optional(
    Type.String({ maxLength: 100, pattern: NO_NUL, description: 'Left out or empty, the service makes one up.' }),
  ),
  metadata: Type.Optional(
    Type.Object({
      executionMode: Type.Optional(
        Type.Enum(['immediate', 'queued'], {
          description:
            'Whether a message runs at once, even when all slots are taken (the default), or waits for a free one.',
        }),
      ),
    }),
  ),
})

export const NewMessage = Type.Object({
  content: Type.Optional(
    Type.String({
      maxLength: 10_000,
      pattern: NO_NUL,
      description: 'What the chat inputs receive. May be left out or empty only where there are inputs.',
    }),
  ),
  inputs: Type.Optional(AnyObject),
})

export const Session = Type.Object(
  {
    id: Uuid,
    workflowId: Uuid,
    name: Type.String(),
    status: Type.Enum(SESSION_STATUSES),
    createdAt: DateTime,
    updatedAt: DateTime,
    executions: Type.Array(
      Type.Object({
        id: Type.String({ description: 'Also the id of the pipeline.' }),
        startedAt: DateTime,
        status: Type.Enum(['running', 'completed', 'failed']),
      }),
      { description: 'Oldest first.' },
    ),
    metadata: AnyObject,
  },
  { $id: 'PlaygroundSession' },
)

export const Message = Type.Object(
  {
    id: Uuid,
    sessionId: Uuid,
    role: Type.Enum(MESSAGE_ROLES),
    content: Type.String(),
    timestamp: DateTime,
    status: Type.Enum(MESSAGE_STATUSES),
    sequenceNumber: Type.Integer({ minimum: 1, description: 'Without gaps, over all messages of the session.' }),
    parentMessageId: Type.Nullable(Uuid),
    nodeId: Type.Nullable(Type.String()),
    executionId: Type.Optional(Type.String()),
    display: Type.Enum(DISPLAYS),
    origin: Type.Enum(ORIGINS),
    metadata: AnyObject,
  },
  { $id: 'PlaygroundMessage' },
)

export const MessageStatus = Type.Object(
  {
    id: Uuid,
    status: Type.Enum(MESSAGE_STATUSES),
    sequenceNumber: Type.Integer({ minimum: 1 }),
    timestamp: DateTime,
  },
  { $id: 'PlaygroundMessageStatus' },
)

export function sessionRecord({ session, turns }: SessionView) {
  const { id, workflowId, name, status, createdAt, updatedAt, metadata } = session
  return {
    id,
    workflowId,
    name,
    status,
    createdAt: iso(createdAt),
    updatedAt: iso(updatedAt),
    executions: turns.map((turn) => ({ id: turn.executionId, startedAt: iso(turn.startedAt), status: turn.status })),
    metadata: { ...metadata },
  }
}

export function messageRecord(message: StoredMessage) {
  const { id, sessionId, role, content, status, parentId, nodeId, executionId, metadata } = message
  return {
    id,
    sessionId,
    role,
    content,
    timestamp: withOffset(message.at),
    status,
    sequenceNumber: message.number,
    parentMessageId: parentId,
    nodeId,
    ...(executionId === null ? {} : { executionId }),
    display: DISPLAY_OF[role],
    origin: originOf(message),
    metadata: { ...metadata },
  }
}

export function messageStatusRecord({ id, status, number, at }: StoredMessage) {
  return { id, status, sequenceNumber: number, timestamp: withOffset(at) }
}

const DISPLAY_OF = { user: 'default', assistant: 'default', system: 'notice', log: 'log' } as const

/** Who wrote a message. A node may speak in any role; what it says is the workflow's. */
function originOf({ role, nodeId, metadata }: StoredMessage): (typeof ORIGINS)[number] {
  if (metadata.type === 'interrupt_request') return 'interrupt'
  if (nodeId !== null || role === 'assistant') return 'workflow'
  return role === 'user' ? 'user' : 'engine'
}

/** The interface wants the time of a message with its offset, where all other times end with Z. */
function withOffset(time: number): string {
  return iso(time).replace('Z', '+00:00')
}
