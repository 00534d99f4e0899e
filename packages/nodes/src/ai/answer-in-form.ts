/** Answers that have to have a form: read, and asked for once more, with what was wrong, when they do not fit. */
import {
  type Effects,
  type ModelAnswer,
  type ModelCall,
  type ModelMessage,
  NodeFailure,
  type RunContext,
  type Schema,
  sumOfUsage,
  type Usage,
} from '@millrace/model'
import { issuesBy, refuseUncheckable } from '../running/checkable-schema.ts'
import { type FoundJson, jsonIn } from './json-answer.ts'

/** What reading an answer gave: a value, or all that is wrong with it, in words that a model can act on. */
export type Reading<T> = { readonly value: T } | { readonly problems: readonly [string, ...string[]] }

export type Reader<T> = (text: string) => Reading<T> | Promise<Reading<T>>

export interface FormedAnswer<T> {
  readonly value: T
  readonly usage: Usage
  readonly finishReason: string
}

const MAX_PROBLEMS_TOLD = 10

/** Asks a model, and once more if its answer cannot be read. */
export async function answerInForm<T>(
  { effects, log }: Pick<RunContext, 'effects' | 'log'>,
  call: ModelCall,
  read: Reader<T>,
): Promise<FormedAnswer<T>> {
  const first = await effects.models.answer(call)
  const reading = await readingOf(first, read)
  if ('value' in reading) return { value: reading.value, usage: first.usage, finishReason: first.finishReason }
  log('warning', `The answer does not fit and is asked for again: ${reading.problems[0]}.`)
  const second = await effects.models.answer({
    ...call,
    messages: [...call.messages, ...repairOf(first.text, reading.problems, call.schema)],
  })
  const value = lastValueOf(await readingOf(second, read))
  return { value, usage: sumOfUsage(first.usage, second.usage), finishReason: second.finishReason }
}

/** Reads an answer, unless it was cut off: half of a form is none. */
export async function readingOf<T>(
  { text, finishReason }: Pick<ModelAnswer, 'text' | 'finishReason'>,
  read: Reader<T>,
) {
  if (finishReason !== 'length') return read(text)
  throw new NodeFailure(
    'MODEL_CUT_OFF',
    'The answer was cut off before it was complete: it reached the longest length that the model or "maxTokens" allows.',
  )
}

/** The value of the last reading that there will be. */
export function lastValueOf<T>(reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw new NodeFailure(
    'MODEL_BAD_ANSWER',
    `The model was asked twice, and its answer still does not fit: ${reading.problems[0]}.`,
  )
}

/** What is said to a model whose answer could not be read: the answer itself, and everything that is wrong with it. */
export function repairOf(
  text: string,
  problems: readonly string[],
  schema: Readonly<Record<string, unknown>> | undefined,
): ModelMessage[] {
  const told = problems.slice(0, MAX_PROBLEMS_TOLD).map((problem) => `- ${problem}`)
  const form = schema === undefined ? '' : ` that fits this JSON Schema: ${JSON.stringify(schema)}`
  return [
    // Providers refuse a message without a text.
    { role: 'assistant', content: text.trim() === '' ? '(no text)' : text },
    {
      role: 'user',
      content: `Your answer cannot be used:\n${told.join('\n')}\nAnswer again, with nothing but JSON${form}`,
    },
  ]
}

/** A schema that asks for something; a form leaves an empty one where nothing was typed. */
export function schemaOrNone(
  schema: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema
}

/** Reads JSON that fits a schema. The schema is looked at now, before anybody pays for an answer. */
export function schemaReader(
  schema: Readonly<Record<string, unknown>>,
  setting: string,
  effects: Pick<Effects, 'patternTests'>,
): Reader<FoundJson> {
  refuseUncheckable(schema, setting)
  return async (text) => {
    const found = jsonIn(text)
    if (found === undefined) return { problems: ['it is not JSON'] }
    const issues = await issuesBy(schema as Schema, found.value, effects, setting)
    const [first, ...others] = issues.map(({ path, message }) =>
      path === '' ? `it ${message}` : `"${path}" ${message}`,
    )
    return first === undefined ? { value: found } : { problems: [first, ...others] }
  }
}
