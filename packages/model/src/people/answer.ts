/**
 * Checks whether a value answers a question. An invalid answer gets a message that a person can act on, and the question
 * stays open; a valid one is normalised, so that the node that asked need not check it again.
 */
import type { ErrorDetail } from '../errors.ts'
import { codePoints, isObject, pointer } from '../json.ts'
import { formAnswer } from './form-answer.ts'
import type { Question, QuestionConfig, QuestionType } from './question.ts'

/** The normalised value, or its problems; `path` is a JSON pointer below /value. */
export type CheckedAnswer = { readonly value: unknown } | { readonly problems: ErrorDetail[] }

/** A problem; its path starts at the value. */
interface Misfit {
  readonly path: string
  readonly message: string
}

type Check<T extends QuestionType> = (config: QuestionConfig<T>, value: unknown) => { value: unknown } | Misfit[]

/** Answers are included in lists and inboxes, so their size is limited. */
const MAX_ANSWER_CHARACTERS = 1_000_000
const TOO_LARGE = `must have at most ${MAX_ANSWER_CHARACTERS} characters as JSON`
const MAX_PROBLEMS = 20
const MAX_CHARACTERS = 300
const MAX_NAMED = 10

/** Checks and normalises an answer. Pure, and bounded in time and size for every value. */
export function checkAnswer({ type, config }: Question, value: unknown): CheckedAnswer {
  const checked = (CHECKS[type] as Check<QuestionType>)(config, value)
  if (Array.isArray(checked)) return { problems: checked.slice(0, MAX_PROBLEMS).map(problem) }
  const isSmall = JSON.stringify(checked.value).length <= MAX_ANSWER_CHARACTERS
  return isSmall ? checked : { problems: [problem(misfit('', TOO_LARGE))] }
}

const CHECKS: { readonly [T in QuestionType]: Check<T> } = {
  confirmation: (_, value) => (typeof value === 'boolean' ? { value } : [misfit('', 'must be true or false')]),
  choice: (config, value) => (config.multiple === true ? severalOf(config, value) : oneOf(config, value)),
  text,
  form: formAnswer,
  review,
}

/** Shortens names from the client, which could otherwise make the details arbitrarily large. */
function problem({ path, message }: Misfit): ErrorDetail {
  return {
    code: 'INVALID_ANSWER',
    message: message.length > MAX_CHARACTERS ? `${message.slice(0, MAX_CHARACTERS)}…` : message,
    path: path.length > MAX_CHARACTERS ? '/value' : `/value${path}`,
  }
}

function misfit(path: string, message: string): Misfit {
  return { path, message }
}

function oneOf({ options }: QuestionConfig<'choice'>, value: unknown) {
  return options.some((option) => option.value === value) ? { value } : [misfit('', `must be ${named(options)}`)]
}

function severalOf(config: QuestionConfig<'choice'>, value: unknown): { value: unknown } | Misfit[] {
  const { options, min_selections: min = 0, max_selections: max = options.length } = config
  if (!Array.isArray(value)) return [misfit('', 'must be a list of what was picked')]
  // Check the length first: a list that is too long is not read.
  if (value.length > max || value.length > options.length) {
    return [misfit('', `must have at most ${Math.min(max, options.length)} of the options`)]
  }
  const known = new Set(options.map((option) => option.value))
  const misfits = value.flatMap((item, at) => {
    if (!known.has(item)) return [misfit(`/${at}`, `must be ${named(options)}`)]
    return value.indexOf(item) < at ? [misfit(`/${at}`, 'is picked twice')] : []
  })
  if (value.length < min) misfits.push(misfit('', `must have at least ${min} of the options`))
  return misfits.length > 0 ? misfits : { value: [...value] }
}

function named(options: QuestionConfig<'choice'>['options']): string {
  const shown = options.slice(0, MAX_NAMED).map(({ value }) => JSON.stringify(value))
  return `one of ${shown.join(', ')}${options.length > MAX_NAMED ? ' …' : ''}`
}

/** An empty text is not an answer, unless the question allows it. */
function text({ min_length: min = 1, max_length: max }: QuestionConfig<'text'>, value: unknown) {
  if (typeof value !== 'string') return [misfit('', 'must be a text')]
  const length = codePoints(value)
  if (length < min) return [misfit('', min === 1 ? 'must not be empty' : `must have at least ${min} characters`)]
  if (max !== undefined && length > max) return [misfit('', `must have at most ${max} characters`)]
  return { value }
}

/** One decision for every change. Counts are for people: omitted ones are computed from the decisions. */
function review({ changes }: QuestionConfig<'review'>, value: unknown): { value: unknown } | Misfit[] {
  if (!isObject(value) || !isObject(value.decisions)) return [misfit('/decisions', 'must have a decision by field')]
  const given = value.decisions
  const fields = new Set(changes.map(({ field }) => field))
  const misfits: Misfit[] = []
  for (const key in given) {
    if (misfits.length >= MAX_PROBLEMS) break
    if (!fields.has(key)) misfits.push(misfit(pointer('/decisions', key), 'is not one of the changes'))
  }
  const decisions = changes.map(({ field, original, proposed }) => {
    const decision = Object.hasOwn(given, field) ? given[field] : undefined
    const path = pointer('/decisions', field)
    if (decision === undefined) misfits.push(misfit(path, 'is required'))
    else if (!isObject(decision) || typeof decision.accepted !== 'boolean') {
      misfits.push(misfit(pointer(path, 'accepted'), 'must be true or false'))
    }
    const accepted = isObject(decision) && decision.accepted === true
    const own = isObject(decision) ? decision.value : undefined
    return [field, { accepted, value: own === undefined ? (accepted ? proposed : original) : own }] as const
  })
  const accepted = decisions.filter(([, decision]) => decision.accepted).length
  const summary = { accepted, rejected: changes.length - accepted, total: changes.length }
  if (misfits.length === 0 && value.summary !== undefined) misfits.push(...summaryMisfits(value.summary, summary))
  return misfits.length > 0 ? misfits : { value: { decisions: Object.fromEntries(decisions), summary } }
}

function summaryMisfits(given: unknown, summary: Readonly<Record<string, number>>): Misfit[] {
  if (!isObject(given)) return [misfit('/summary', 'must be an object')]
  return Object.entries(summary)
    .filter(([key, count]) => given[key] !== count)
    .map(([key, count]) => misfit(`/summary/${key}`, `must be ${count}, as the decisions say`))
}
