/** Converts stored records to wire shapes. */
import type { MessageOrigin, PlaygroundMessage, PlaygroundMessageStatus, PlaygroundSession } from '@millrace/model'
import type { StoredMessage } from '@millrace/store'
import { iso } from '../platform/iso.ts'
import type { SessionView } from './playground-port.ts'

export function sessionRecord({ session, turns }: SessionView): PlaygroundSession {
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

export function messageRecord(message: StoredMessage): PlaygroundMessage {
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

export function messageStatusRecord({ id, status, number, at }: StoredMessage): PlaygroundMessageStatus {
  return { id, status, sequenceNumber: number, timestamp: withOffset(at) }
}

const DISPLAY_OF = { user: 'default', assistant: 'default', system: 'notice', log: 'log' } as const

/** The author of a message. A node may use any role, but the author is the workflow. */
function originOf({ role, nodeId, metadata }: StoredMessage): MessageOrigin {
  if (metadata.type === 'interrupt_request') return 'interrupt'
  if (nodeId !== null || role === 'assistant') return 'workflow'
  return role === 'user' ? 'user' : 'engine'
}

/** Clients expect the time of a message with an offset; all other times end with Z. */
function withOffset(time: number): string {
  return iso(time).replace('Z', '+00:00')
}
