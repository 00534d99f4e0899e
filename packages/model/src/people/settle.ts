/** When the answers so far close a question, and with which value. */
import type { Person, Question, QuestionConfig, Response } from './question.ts'

/**
 * One answer is enough, unless several people have to approve. Then the n-th approval closes it, and so does the
 * rejection that makes n unreachable: with a list of approvers, when too few of them are left; without, the first.
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

/** The entry of every person if there is no list. */
export const ANYBODY = Symbol('anybody')

/**
 * The entry of a person in the list of approvers: by id, otherwise by e-mail address, in upper or lower case, for people
 * with an account and by name for all others. Undefined if not on the list.
 */
export function approverOf(question: Question, { id, name, email }: Person): string | typeof ANYBODY | undefined {
  const { approvers = [] } = question.type === 'confirmation' ? confirmationOf(question) : {}
  if (approvers.length === 0) return ANYBODY
  const address = email?.toLowerCase()
  const isNamed = (entry: string) => (address === undefined ? entry === name : entry.toLowerCase() === address)
  return approvers.find((entry) => entry === id) ?? approvers.find(isNamed)
}

/** Whether a person may answer a question at all. */
export function mayAnswer(question: Question, person: Person): boolean {
  return approverOf(question, person) !== undefined
}

function confirmationOf({ config }: Question): QuestionConfig<'confirmation'> {
  return config as QuestionConfig<'confirmation'>
}
