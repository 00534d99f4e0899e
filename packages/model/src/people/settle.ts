/** When the answers that came in so far close a question, and with what. */
import type { Question, QuestionConfig, Response } from './question.ts'

/**
 * One answer is enough, except where several people have to say yes. Then the n-th yes closes it, and so does the no
 * that puts n out of reach: with a list of those who may answer, when too few of them are left; without, the first.
 */
export function settledValue(
  question: Question,
  responses: readonly Response[],
): { readonly value: unknown } | undefined {
  const last = responses.at(-1)
  if (last === undefined) return undefined
  const { approvals = 1, approvers } = question.type === 'confirmation' ? confirmationOf(question) : {}
  if (approvals <= 1 && approvers === undefined) return { value: last.value }
  const yes = responses.filter(({ value }) => value === true).length
  if (yes >= approvals) return { value: true }
  const no = responses.length - yes
  const people = Math.max(approvals, approvers?.length ?? approvals)
  return no > people - approvals ? { value: false } : undefined
}

/** The place of everybody where there is no list. */
export const ANYBODY = Symbol('anybody')

interface Named {
  readonly id: string
  readonly name: string
}

/** Which entry of the list of those who may answer is this person: by id, else by name. Undefined for none of them. */
export function approverOf(question: Question, { id, name }: Named): string | typeof ANYBODY | undefined {
  const { approvers = [] } = question.type === 'confirmation' ? confirmationOf(question) : {}
  if (approvers.length === 0) return ANYBODY
  return approvers.find((entry) => entry === id) ?? approvers.find((entry) => entry === name)
}

/** Whether a person may answer a question at all. */
export function mayAnswer(question: Question, person: Named): boolean {
  return approverOf(question, person) !== undefined
}

function confirmationOf({ config }: Question): QuestionConfig<'confirmation'> {
  return config as QuestionConfig<'confirmation'>
}
