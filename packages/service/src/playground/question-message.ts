/** The message of a question in a conversation. Its keys have both spellings that clients read. */

import type { AskedQuestion, ExecutionRecord } from '@millrace/engine'
import type { MessageChange, NewMessage } from '@millrace/store'
import { iso } from '../platform/iso.ts'
import { stableId } from '../platform/stable-id.ts'

/** The id of the message of a question. */
export function questionMessageId(questionId: string): string {
  return stableId('message', questionId)
}

/** Pending until the question is closed: clients treat a completed message as answered. */
export function questionMessage(record: ExecutionRecord, asked: AskedQuestion, parentId: string): NewMessage {
  const { id, question, step, askedAt } = asked
  const node = record.plan.nodes[step.node]
  const { config, allowCancel, expiresAt } = question
  return {
    id: questionMessageId(id),
    role: 'assistant',
    content: config.message,
    status: 'pending',
    at: askedAt,
    parentId,
    executionId: record.id,
    nodeId: node?.id ?? null,
    metadata: {
      ...config,
      ...inBothSpellings(config),
      type: 'interrupt_request',
      interrupt_id: id,
      interrupt_type: question.type,
      node_id: node?.id ?? '',
      execution_id: record.id,
      allow_cancel: allowCancel,
      allowCancel,
      nodeLabel: node?.label ?? '',
      ...(expiresAt === undefined ? {} : { expires_at: iso(expiresAt) }),
    },
  }
}

/** The current status of the question. */
export function questionMessageChange(asked: AskedQuestion): MessageChange {
  const { id, status, responses, value, why, closedBy } = asked
  const messageId = questionMessageId(id)
  if (status === 'pending') return { id: messageId, metadata: { responses_so_far: responses.length } }
  return {
    id: messageId,
    status: 'completed',
    metadata: {
      response_value: status === 'resolved' ? value : null,
      ...(status === 'cancelled' ? { cancelled: true, reason: why ?? 'cancelled' } : {}),
      ...(closedBy === undefined ? {} : { resolvedByUserName: closedBy.name, resolvedByUserId: closedBy.id }),
    },
  }
}

/** Clients read the initial values of a form under one of two names. */
function inBothSpellings(config: object): Record<string, unknown> {
  const { default_value, default_values } = config as Record<string, unknown>
  const value = default_value ?? default_values
  return value === undefined ? {} : { default_value: value, default_values: value }
}
