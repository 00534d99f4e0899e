/**
 * The lifecycle of a question, shared by all nodes that ask one: asked once, then answered, dismissed or expired. The
 * node runs again with the same settings and inputs, so it rebuilds the same question.
 */
import {
  type AskResult,
  ask,
  type CheckedAnswer,
  checkAnswer,
  type DismissReason,
  NodeFailure,
  type NodeResult,
  type Question,
  type QuestionConfig,
  type QuestionType,
  type Reply,
  type RunContext,
  takeBranches,
} from '@millrace/model'
import { badSetting, textOr } from './input-values.ts'

/** Limit for what a person can read and an inbox can store. */
const MAX_MESSAGE = 100_000
/** Including its options, fields or changes. */
const MAX_QUESTION = 500_000

type Context = RunContext<{ readonly message: string; readonly allowCancel?: boolean; readonly expiresIn?: number }>

interface Asking<T extends QuestionType> {
  readonly type: T
  readonly config: QuestionConfig<T>
  /** Used as the answer when the question expires; undefined for none. */
  readonly defaultAnswer: unknown
}

/** Asks the question, or continues with its answer. `goOn` receives a valid answer. */
export function askPerson<T extends QuestionType>(
  context: Context,
  { type, config, defaultAnswer }: Asking<T>,
  goOn: (answer: unknown) => NodeResult,
): NodeResult {
  const { expiresIn, allowCancel } = context.config
  const question: Question<T> = {
    type,
    config,
    allowCancel: allowCancel !== false,
    ...(expiresIn === undefined ? {} : { expiresAt: context.effects.now() + expiresIn * 1000 }),
  }
  // Validate the default before asking, so that a mistake does not surface only at expiry.
  const fallback = defaultAnswer === undefined ? undefined : defaultOf(question, defaultAnswer)
  const reply = context.replies.at(-1)
  if (reply === undefined) return asked(question)
  if (reply.status === 'answered') return goOn(answerOf(question, reply.value))
  if (reply.status === 'cancelled') throw cancelled(reply)
  if (fallback !== undefined) return goOn(fallback.value)
  if (context.isWired('expired')) return takeBranches(['expired'])
  throw new NodeFailure('INTERRUPT_CANCELLED', 'The question expired without an answer.')
}

/** Throws instead of truncating: a partial form or review cannot be answered. */
function asked(question: Question): AskResult {
  const { length } = JSON.stringify(question.config)
  if (length <= MAX_QUESTION) return ask(question)
  throw new NodeFailure('BAD_INPUT', `A question must have at most ${MAX_QUESTION} characters as JSON (got ${length}).`)
}

/** The message shown to the person. */
export function messageOf({ inputs, config }: Pick<Context, 'inputs' | 'config'>): string {
  const message = textOr(inputs, 'message', config.message)
  if (message === undefined) throw badSetting('message', 'must not be empty')
  // Throw instead of truncating: a person must not agree to something that was not shown.
  if (message.length > MAX_MESSAGE) {
    throw new NodeFailure(
      'BAD_INPUT',
      `A question must have at most ${MAX_MESSAGE} characters (got ${message.length}).`,
    )
  }
  return message
}

/** An object with only the keys that have a value. */
export function given<T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

function defaultOf(question: Question, value: unknown): { readonly value: unknown } {
  const checked = checkAnswer(question, value)
  if ('value' in checked) return checked
  throw badSetting('defaultAnswer', `is not a valid answer: ${firstOf(checked)}`)
}

/** The answer was validated when it was accepted; it is validated again because the outputs must match the ports. */
function answerOf(question: Question, value: unknown): unknown {
  const checked = checkAnswer(question, value)
  if ('value' in checked) return checked.value
  throw new NodeFailure('INVALID_ANSWER', `The answer is invalid: ${firstOf(checked)}.`)
}

function firstOf({ problems: [first] }: Exclude<CheckedAnswer, { readonly value: unknown }>): string {
  const place = first?.path.slice('/value'.length) ?? ''
  return `${place === '' ? 'it' : `"${place}"`} ${first?.message}`
}

function cancelled({ by }: Extract<Reply, { status: DismissReason }>): NodeFailure {
  return new NodeFailure(
    'INTERRUPT_CANCELLED',
    `The question was dismissed${by === undefined ? '' : ` by ${by.name}`}.`,
  )
}
