/** The rows of questions that lists and inboxes read; written with the events that changed them. */
import type { Change } from '../core/change.ts'
import type { AskedQuestion, ExecutionState } from '../core/state.ts'
import type { ExecutionRecord, QuestionRow } from '../ports.ts'

export function questionRow(record: ExecutionRecord, state: ExecutionState, asked: AskedQuestion): QuestionRow {
  const { id, step, question, status, responses, value, why, closedBy, askedAt, closedAt } = asked
  const node = state.index.plan.nodes[step.node]
  const { root, session } = record.about
  return {
    id,
    executionId: record.id,
    rootId: root ?? record.id,
    workflowId: record.workflowId,
    sessionId: session ?? null,
    nodeId: node?.id ?? '',
    nodeLabel: node?.label ?? '',
    scope: step.scope.path,
    question,
    status,
    responses,
    value,
    why: why ?? null,
    closedBy: closedBy ?? null,
    createdAt: askedAt,
    closedAt: closedAt ?? null,
  }
}

/** The rows of the questions that changed; undefined if none did. */
export function changedQuestions(
  record: ExecutionRecord,
  state: ExecutionState,
  { questions }: Change,
): { readonly questions: readonly QuestionRow[] } | undefined {
  if (questions.size === 0) return undefined
  return { questions: Array.from(questions, (asked) => questionRow(record, state, asked)) }
}
