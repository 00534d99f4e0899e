/** Questions to people, as events change them. A closed question never changes again. */
import { type InterruptStatus, isStepOver, type Question, type Reply, settledValue } from '@millrace/model'
import type { StepAnswered, StepUnanswered } from './events.ts'
import type { Propagation } from './propagation.ts'
import type { AskedQuestion, MutableAskedQuestion, MutableStep, Step } from './state.ts'
import { setQuestionStatus } from './status.ts'

/** Opens a question; the step waits for it. */
export function ask(on: Propagation, step: MutableStep, { id, question, at }: AskEvent): void {
  const { state, change } = on
  const asked: MutableAskedQuestion = {
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
  on.setStatus(step, 'interrupted')
  step.until = question.expiresAt
  step.isResumed = false
  step.asked = [...step.asked, asked]
  state.questions.set(id, asked)
  state.open.add(asked)
  change.questions.add(asked)
}

interface AskEvent {
  readonly id: string
  readonly question: Question
  readonly at: number
}

/**
 * Adds a person's answer, one per person. The answer that settles the question resumes the step. Returns false if the
 * question is closed or the person has already answered.
 */
export function answer(on: Propagation, step: MutableStep, { id, value, by, at }: StepAnswered): boolean {
  const asked = openQuestion(step, id)
  if (asked === undefined || hasAnswered(asked, by.id)) return false
  asked.responses = [...asked.responses, { value, by, at }]
  on.change.questions.add(asked)
  const settled = settledValue(asked.question, asked.responses)
  if (settled === undefined) return true
  asked.value = settled.value
  asked.closedBy = by
  close(on, asked, 'resolved')
  resume(on, step)
  return true
}

/** Closes a question that a person dismissed or that expired, and resumes the step. Returns false if it is closed. */
export function dismiss(on: Propagation, step: MutableStep, { id, why, by }: StepUnanswered): boolean {
  const asked = openQuestion(step, id)
  if (asked === undefined) return false
  asked.why = why
  asked.closedBy = by
  close(on, asked, 'cancelled')
  resume(on, step)
  return true
}

/** Closes the questions of steps that ended while they waited, with their execution or loop round. */
export function closeOrphans(on: Propagation): void {
  // A copy: closing one removes it.
  for (const asked of [...on.state.open]) {
    if (!isStepOver(asked.step.status)) continue
    asked.why = 'stopped'
    close(on, asked, 'cancelled')
  }
}

export function hasAnswered({ responses }: AskedQuestion, person: string): boolean {
  return responses.some(({ by }) => by.id === person)
}

function openQuestion({ asked }: MutableStep, id: string): MutableAskedQuestion | undefined {
  const last = asked.at(-1)
  return last?.id === id && last.status === 'pending' ? last : undefined
}

function close(on: Propagation, asked: MutableAskedQuestion, status: InterruptStatus): void {
  setQuestionStatus(asked, status)
  asked.closedAt = on.at
  on.state.open.delete(asked)
  on.change.questions.add(asked)
}

function resume(on: Propagation, step: MutableStep): void {
  on.state.active.delete(step)
  on.setStatus(step, 'pending')
  step.until = undefined
  step.isResumed = true
  on.state.ready.add(step)
}

/** The closed questions of a step, as its node gets them. */
export function repliesOf({ asked }: Step): Reply[] {
  return asked.flatMap(({ status, why, value, responses, closedBy }): Reply[] => {
    if (status === 'resolved') return [{ status: 'answered', value, responses }]
    if (status === 'pending') return []
    return [{ status: why === 'expired' ? 'expired' : 'cancelled', ...(closedBy ? { by: closedBy } : {}) }]
  })
}
