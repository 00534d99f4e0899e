/** Questions to people, as events change them. Pure. A question that was closed stays as it was closed. */
import { type Question, type Reply, settledValue } from '@millrace/model'
import type { ExecutionRecord, QuestionRow } from '../ports.ts'
import type { StepAnswered, StepUnanswered } from './events.ts'
import type { Asked, ExecutionState, Step } from './state.ts'
import { isOver } from './status.ts'

/** A step asks. */
export function ask(state: ExecutionState, step: Step, { id, question, at }: AskEvent): void {
  const asked: Asked = {
    id,
    step,
    question,
    askedAt: at,
    status: 'pending',
    responses: [],
    value: null,
    closedAt: undefined,
    why: undefined,
    closedBy: undefined,
  }
  state.ready.delete(step)
  state.active.add(step)
  step.status = 'interrupted'
  step.until = question.expiresAt
  step.isResumed = false
  step.asked = [...step.asked, asked]
  state.touched.add(step)
  state.questions.set(id, asked)
  state.open.add(asked)
  state.changed.add(asked)
}

interface AskEvent {
  readonly id: string
  readonly question: Question
  readonly at: number
}

/** A person answers: once each. The answer that settles the question lets the step go on. */
export function answer(state: ExecutionState, step: Step, event: StepAnswered): void {
  const asked = openOf(step, event.id)
  if (asked === undefined || hasAnswered(asked, event.by.id)) return
  const { value, by, at } = event
  asked.responses = [...asked.responses, { value, by, at }]
  state.changed.add(asked)
  state.heeded.add(event)
  const settled = settledValue(asked.question, asked.responses)
  if (settled === undefined) return
  asked.value = settled.value
  asked.closedBy = by
  close(state, asked, { status: 'resolved', at })
  resume(state, step)
}

/** A person dismisses the question, or its time is up: the step goes on and says what that means for it. */
export function dismiss(state: ExecutionState, step: Step, event: StepUnanswered): void {
  const asked = openOf(step, event.id)
  if (asked === undefined) return
  asked.why = event.why
  asked.closedBy = event.by
  state.heeded.add(event)
  close(state, asked, { status: 'cancelled', at: event.at })
  resume(state, step)
}

/** Questions of steps that are over (cancelled with their execution or iteration) have nobody to be answered for. */
export function closeOrphans(state: ExecutionState, at: number): void {
  for (const asked of state.open) {
    if (!isOver(asked.step.status)) continue
    asked.why = 'stopped'
    close(state, asked, { status: 'cancelled', at })
  }
}

export function hasAnswered({ responses }: Asked, person: string): boolean {
  return responses.some(({ by }) => by.id === person)
}

function openOf({ asked, status }: Step, id: string): Asked | undefined {
  const last = asked.at(-1)
  return status === 'interrupted' && last?.id === id && last.status === 'pending' ? last : undefined
}

function close(state: ExecutionState, asked: Asked, { status, at }: { status: Asked['status']; at: number }): void {
  asked.status = status
  asked.closedAt = at
  state.open.delete(asked)
  state.changed.add(asked)
}

function resume(state: ExecutionState, step: Step): void {
  state.active.delete(step)
  step.status = 'pending'
  step.until = undefined
  step.isResumed = true
  state.touched.add(step)
  state.ready.add(step)
}

/** How the questions of a step were closed, as its node is told. */
export function repliesOf({ asked }: Step): Reply[] {
  return asked.flatMap(({ status, why, value, responses, closedBy }): Reply[] => {
    if (status === 'resolved') return [{ status: 'answered', value, responses }]
    if (status === 'pending') return []
    return [{ status: why === 'expired' ? 'expired' : 'cancelled', ...(closedBy ? { by: closedBy } : {}) }]
  })
}

/** What lists and inboxes are to know of a question. */
export function questionRow(record: ExecutionRecord, state: ExecutionState, asked: Asked): QuestionRow {
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

/** The rows of the questions that changed since this was last asked; undefined, at no cost, when none did. */
export function takeQuestions(
  record: ExecutionRecord,
  state: ExecutionState,
): { readonly questions: readonly QuestionRow[] } | undefined {
  if (state.changed.size === 0) return undefined
  const rows = [...state.changed].map((asked) => questionRow(record, state, asked))
  state.changed.clear()
  return { questions: rows }
}
