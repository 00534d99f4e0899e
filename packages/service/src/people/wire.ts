/** Questions to people as clients see them, and what several operations of this feature share. */
import type { QuestionRow } from '@millrace/engine'
import {
  AnyObject,
  DateTime,
  QUESTION_TYPES,
  type Question,
  type Response,
  type Static,
  Type,
  Uuid,
} from '@millrace/model'
import type { InterruptQuery, Page } from '@millrace/store'
import { iso } from '../executions/wire.ts'
import { pageAnswer } from '../http/paged-list.ts'
import { questionMessageId } from '../playground/question-message.ts'

export const InterruptParams = Type.Object({ id: Uuid })

export const INTERRUPT_STATUSES = ['pending', 'resolved', 'cancelled'] as const

export const StatusQuery = { status: Type.Optional(Type.Enum(INTERRUPT_STATUSES)) }

const InterruptResponse = Type.Object({
  value: Type.Any(),
  user_id: Type.String(),
  user_name: Type.String(),
  time: DateTime,
})

/** Keys are left out where there is nothing to say; only `response` is null then, as the interface has it. */
export const Interrupt = Type.Object(
  {
    id: Uuid,
    messageId: Type.Optional(Uuid),
    type: Type.Enum(QUESTION_TYPES),
    status: Type.Enum(INTERRUPT_STATUSES),
    nodeId: Type.String(),
    nodeLabel: Type.String(),
    executionId: Type.String(),
    workflowId: Type.String({ description: 'Empty where the workflow was never stored.' }),
    sessionId: Type.Optional(Uuid),
    iteration: Type.Optional(Type.String({ description: 'Which round of which loops; absent outside of loops.' })),
    config: AnyObject,
    allowCancel: Type.Boolean(),
    approvals_needed: Type.Optional(
      Type.Integer({ description: 'How many different people have to say yes; absent where one answer is enough.' }),
    ),
    responses: Type.Array(InterruptResponse, { description: 'Who answered what, in order.' }),
    response: Type.Any({ description: 'What it was resolved with; null until then.' }),
    response_time: Type.Optional(DateTime),
    user_id: Type.Optional(Type.String({ description: 'Who resolved or dismissed it.' })),
    user_name: Type.Optional(Type.String()),
    reason: Type.Optional(
      Type.Enum(['cancelled', 'expired', 'stopped'], {
        description: 'Of a cancelled one: dismissed by a person, its time was up, or what asked it was stopped.',
      }),
    ),
    createdAt: DateTime,
    expiresAt: Type.Optional(DateTime),
    resolvedAt: Type.Optional(DateTime),
  },
  { $id: 'Interrupt' },
)
export type Interrupt = Static<typeof Interrupt>

/** A question as it goes out. */
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

/** Of several who may answer, one yes may do, but one no does not. */
function approvalsOf({ config }: Question): { approvals_needed?: number } {
  if (!('approvals' in config || 'approvers' in config)) return {}
  const { approvals = 1, approvers = [] } = config
  return approvals > 1 || approvers.length > 1 ? { approvals_needed: approvals } : {}
}

function responseRecord({ value, by, at }: Response) {
  return { value, user_id: by.id, user_name: by.name, time: iso(at) }
}

/** A page of questions as an answer, with the headers of a list. */
export function interruptPage(page: Page<QuestionRow>, asked: Pick<InterruptQuery, 'limit' | 'offset'>) {
  return pageAnswer(page, asked, interruptRecord)
}
