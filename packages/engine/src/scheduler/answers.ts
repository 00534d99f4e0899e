/** Brings what people say to the executions that asked. An answer counts once it is on disk, and at most once. */
import type { Person } from '@millrace/model'
import { placeOf } from '../core/decide.ts'
import type { StepAnswered, StepUnanswered } from '../core/events.ts'
import { hasAnswered, questionRow } from '../core/questions.ts'
import type { ExecutionState } from '../core/state.ts'
import type { QuestionRow } from '../ports.ts'

/** What became of an answer. */
export type Heard =
  /** It counts; this is the question now. */
  | { readonly heard: true; readonly row: QuestionRow }
  /** It came too late, or this person has answered before. */
  | { readonly heard: false; readonly why: 'closed' | 'answered' }

type Event = StepAnswered | StepUnanswered

/** What is said: a value, or, without one, that the question is dismissed. */
export interface Said {
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
 * Several may speak at the same moment, and something else may close the question while one of them is being written:
 * whether an event counted is known only once it has been folded in, in the order of the journal.
 */
export async function hear({ execution, question, by, answer }: Said, needs: AnswerNeeds): Promise<Heard> {
  let why: 'closed' | 'answered' = 'closed'
  let seen: { state: ExecutionState; event: Event } | undefined
  await needs.send(execution, (state) => {
    const asked = state.questions.get(question)
    if (asked?.status !== 'pending') return undefined
    if (answer !== undefined && hasAnswered(asked, by.id)) {
      why = 'answered'
      return undefined
    }
    const place = { ...placeOf(asked.step), at: needs.now(), id: question, by }
    const event: Event =
      answer === undefined
        ? { type: 'step-unanswered', ...place, why: 'cancelled' }
        : { type: 'step-answered', ...place, value: answer.value }
    seen = { state, event }
    return event
  })
  const record = await needs.recordOf(execution)
  const asked = seen?.state.questions.get(question)
  if (seen === undefined || record === undefined || asked === undefined || !seen.state.heeded.has(seen.event)) {
    return { heard: false, why }
  }
  return { heard: true, row: questionRow(record, seen.state, asked) }
}
