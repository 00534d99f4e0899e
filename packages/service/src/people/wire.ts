/** Questions in API replies, and what the operations of this folder share. */
import type { QuestionRow } from '@millrace/engine'
import type { Interrupt, Question, Response } from '@millrace/model'
import type { InterruptQuery, Page } from '@millrace/store'
import { pageAnswer } from '../http/paged-list.ts'
import { iso } from '../platform/iso.ts'
import { questionMessageId } from '../playground/question-message.ts'

/** A question as an API record. */
export function interruptRecord(row: QuestionRow): Interrupt {
  const { id, status, nodeId, nodeLabel, executionId, workflowId, question, value } = row
  const { type, config, allowCancel, expiresAt } = question
  return {
    id,
    ...(row.sessionId === null ? {} : { messageId: questionMessageId(id), sessionId: row.sessionId }),
    ...{ type, status, nodeId, nodeLabel, executionId, workflowId },
    ...(row.scope === '' ? {} : { iteration: row.scope }),
    config,
    allowCancel,
    ...approvalsOf(question),
    responses: row.responses.map(responseRecord),
    response: value,
    ...closing(row),
    createdAt: iso(row.createdAt),
    ...(expiresAt === undefined ? {} : { expiresAt: iso(expiresAt) }),
  }
}

function closing({ status, closedAt, closedBy, why }: QuestionRow) {
  return {
    ...(closedAt === null ? {} : { resolvedAt: iso(closedAt) }),
    ...(closedAt === null || status !== 'resolved' ? {} : { response_time: iso(closedAt) }),
    ...(closedBy === null ? {} : { user_id: closedBy.id, user_name: closedBy.name }),
    ...(why === null ? {} : { reason: why }),
  }
}

/** With several assignees one approval can be enough, but one rejection is not. */
function approvalsOf({ config }: Question): { approvals_needed?: number } {
  if (!('approvals' in config || 'approvers' in config)) return {}
  const { approvals = 1, approvers = [] } = config
  return approvals > 1 || approvers.length > 1 ? { approvals_needed: approvals } : {}
}

function responseRecord({ value, by, at }: Response) {
  return { value, user_id: by.id, user_name: by.name, time: iso(at) }
}

/** A page of questions as a reply with list headers. */
export function interruptPage(page: Page<QuestionRow>, asked: Pick<InterruptQuery, 'limit' | 'offset'>) {
  return pageAnswer(page, asked, interruptRecord)
}
