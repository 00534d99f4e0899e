/** Sends people's answers to the executions that asked. An answer counts once it is durable, and at most once. */
import type { Person } from '@millrace/model'
import { placeOf } from '../core/decide.ts'
import type { StepAnswered, StepUnanswered } from '../core/events.ts'
import { hasAnswered } from '../core/questions.ts'
import type { ExecutionState } from '../core/state.ts'
import { questionRow } from '../driver/question-rows.ts'
import type { QuestionRow } from '../ports.ts'

/** The result of an answer. */
export type AnswerResult =
  /** It counts; this is the updated question. */
  | { readonly accepted: true; readonly row: QuestionRow }
  /** It came too late, or this person has answered before. */
  | { readonly accepted: false; readonly why: 'closed' | 'answered' }

type Event = StepAnswered | StepUnanswered

/** An answer with a value, or, without one, a dismissal. */
export interface GivenAnswer {
  readonly execution: string
  readonly question: string
  readonly by: Person
  readonly answer?: { readonly value: unknown }
}

export interface AnswerNeeds {
  now(): number
  send(id: string, make: (state: ExecutionState) => Event | undefined): Promise<boolean>
  recordOf(id: string): Promise<Parameters<typeof questionRow>[0] | undefined>
}

/**
 * Several people may answer at the same moment, and the question may be closed before an answer is applied. Whether an
 * answer counts is decided when the event is applied, in the order of the journal.
 */
export async function sendAnswer(
  { execution, question, by, answer }: GivenAnswer,
  needs: AnswerNeeds,
): Promise<AnswerResult> {
  let why: 'closed' | 'answered' = 'closed'
  let seen: ExecutionState | undefined
  const accepted = await needs.send(execution, (state) => {
    const asked = state.questions.get(question)
    if (asked?.status !== 'pending') return undefined
    if (answer !== undefined && hasAnswered(asked, by.id)) {
      why = 'answered'
      return undefined
    }
    seen = state
    const place = { ...placeOf(asked.step), at: needs.now(), id: question, by }
    return answer === undefined
      ? { type: 'step-unanswered', ...place, why: 'cancelled' }
      : { type: 'step-answered', ...place, value: answer.value }
  })
  const record = await needs.recordOf(execution)
  const asked = seen?.questions.get(question)
  if (!accepted || seen === undefined || record === undefined || asked === undefined) return { accepted: false, why }
  return { accepted: true, row: questionRow(record, seen, asked) }
}
