/**
 * The life of a question, the same for every node that asks one: asked once, closed by an answer, a dismissal or the
 * time. The node is run again with the same settings and inputs, so the question is built anew and is the same.
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

/** What a person may be expected to read, and an inbox to carry. */
const MAX_MESSAGE = 100_000
/** With its options, fields or changes. */
const MAX_QUESTION = 500_000

type Context = RunContext<{ readonly message: string; readonly allowCancel?: boolean; readonly expiresIn?: number }>

interface Asking<T extends QuestionType> {
  readonly type: T
  readonly config: QuestionConfig<T>
  /** Taken for the answer when nobody gave one in time; undefined for none. */
  readonly defaultAnswer: unknown
}

/** Asks, or goes on with the answer. `goOn` is handed a value that answers the question. */
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
  // Looked at before anybody is asked: that it does not fit should not come out when the time is up.
  const fallback = defaultAnswer === undefined ? undefined : defaultOf(question, defaultAnswer)
  const reply = context.replies.at(-1)
  if (reply === undefined) return asked(question)
  if (reply.status === 'answered') return goOn(answerOf(question, reply.value))
  if (reply.status === 'cancelled') throw cancelled(reply)
  if (fallback !== undefined) return goOn(fallback.value)
  if (context.isWired('expired')) return takeBranches(['expired'])
  throw new NodeFailure('INTERRUPT_CANCELLED', 'The question expired: nobody answered it in time.')
}

/** Not cut, as its message is not: a form or a review that is shown in part cannot be answered. */
function asked(question: Question): AskResult {
  const { length } = JSON.stringify(question.config)
  if (length <= MAX_QUESTION) return ask(question)
  throw new NodeFailure('BAD_INPUT', `A question may have ${MAX_QUESTION} characters as JSON; this has ${length}.`)
}

/** What the person reads. */
export function messageOf({ inputs, config }: Pick<Context, 'inputs' | 'config'>): string {
  const message = textOr(inputs, 'message', config.message)
  if (message === undefined) throw badSetting('message', 'is empty: there is nothing to ask')
  // Not cut: nobody should agree to something they were not shown.
  if (message.length > MAX_MESSAGE) {
    throw new NodeFailure('BAD_INPUT', `A question may have ${MAX_MESSAGE} characters; this has ${message.length}.`)
  }
  return message
}

/** A wire form with those keys only that have a value. */
export function given<T extends object>(values: { readonly [K in keyof T]: T[K] | undefined }): T {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as T
}

function defaultOf(question: Question, value: unknown): { readonly value: unknown } {
  const checked = checkAnswer(question, value)
  if ('value' in checked) return checked
  throw badSetting('defaultAnswer', `does not answer the question: ${firstOf(checked)}`)
}

/** Checked before it was taken; checked here as well, because what a node puts out is what its ports promise. */
function answerOf(question: Question, value: unknown): unknown {
  const checked = checkAnswer(question, value)
  if ('value' in checked) return checked.value
  throw new NodeFailure('INVALID_ANSWER', `The answer does not fit the question: ${firstOf(checked)}.`)
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
