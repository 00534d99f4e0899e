/** The question that a message contains. */
import type { Interrupt, PlaygroundMessage as Message } from '@millrace/client'
import { CANCEL_REASONS, isMessageOver, QUESTION_TYPES } from '@millrace/model'

/** Undefined if the message contains no question. The answers given so far are only known to the service. */
export function questionOfMessage(message: Message, workflowId: string): Interrupt | undefined {
  const { metadata } = message
  const id = metadata.interrupt_id
  const type = QUESTION_TYPES.find((one) => one === metadata.interrupt_type)
  if (metadata.type !== 'interrupt_request' || typeof id !== 'string' || type === undefined) return undefined
  const isClosed = isMessageOver(message.status)
  const status = isClosed ? (metadata.cancelled === true ? 'cancelled' : 'resolved') : 'pending'
  const reason = CANCEL_REASONS.find((one) => one === metadata.reason)
  const needed = approvalsNeeded(metadata)
  return {
    id,
    type,
    status,
    nodeId: message.nodeId ?? '',
    nodeLabel: textIn(metadata.nodeLabel) ?? '',
    executionId: message.executionId ?? '',
    workflowId,
    sessionId: message.sessionId,
    config: { ...metadata, message: message.content },
    allowCancel: metadata.allowCancel === true,
    ...(needed === undefined ? {} : { approvals_needed: needed }),
    responses: [],
    response: metadata.response_value ?? null,
    ...(reason === undefined ? {} : { reason }),
    ...optional('user_name', textIn(metadata.resolvedByUserName)),
    ...optional('expiresAt', textIn(metadata.expires_at)),
    createdAt: message.timestamp,
  }
}

/** True if the record of the service has more data than the message: several users can answer. */
export function needsRecord({ config }: Interrupt): boolean {
  return 'approvals' in config || 'approvers' in config
}

function approvalsNeeded({ approvals, approvers }: Message['metadata']): number | undefined {
  const needed = typeof approvals === 'number' ? approvals : 1
  return needed > 1 || (Array.isArray(approvers) && approvers.length > 1) ? needed : undefined
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function optional<K extends string>(key: K, value: string | undefined): { [P in K]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { [P in K]?: string }
}
