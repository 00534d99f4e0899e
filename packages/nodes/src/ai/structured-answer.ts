/** Structured output: responses are parsed and validated, and requested once more with the errors if invalid. */
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
import { issuesBy, refuseUncheckable } from '../running/schema-check.ts'
import { type FoundJson, jsonIn } from './json-answer.ts'

/** The result of reading a response: a value, or the problems in words that a model can act on. */
export type Reading<T> = { readonly value: T } | { readonly problems: readonly [string, ...string[]] }

export type Reader<T> = (text: string) => Reading<T> | Promise<Reading<T>>

export interface StructuredAnswer<T> {
  readonly value: T
  readonly usage: Usage
  readonly finishReason: string
}

const MAX_PROBLEMS_TOLD = 10

/** Calls a model, and once more if its response is invalid. */
export async function structuredAnswer<T>(
  { effects, log }: Pick<RunContext, 'effects' | 'log'>,
  call: ModelCall,
  read: Reader<T>,
): Promise<StructuredAnswer<T>> {
  const first = await effects.models.answer(call)
  const reading = await readingOf(first, read)
  if ('value' in reading) return { value: reading.value, usage: first.usage, finishReason: first.finishReason }
  log('warning', `The response is invalid and is requested again: ${reading.problems[0]}.`)
  const second = await effects.models.answer({
    ...call,
    messages: [...call.messages, ...repairOf(first.text, reading.problems, call.schema)],
  })
  const value = lastValueOf(await readingOf(second, read))
  return { value, usage: sumOfUsage(first.usage, second.usage), finishReason: second.finishReason }
}

/** Reads a response; throws if it was truncated, because partial JSON cannot be used. */
export async function readingOf<T>(
  { text, finishReason }: Pick<ModelAnswer, 'text' | 'finishReason'>,
  read: Reader<T>,
) {
  if (finishReason !== 'length') return read(text)
  throw new NodeFailure(
    'MODEL_CUT_OFF',
    'The response was truncated: it reached the maximum length of the model or "maxTokens".',
  )
}

/** The value of the second and last attempt; throws if it is invalid. */
export function lastValueOf<T>(reading: Reading<T>): T {
  if ('value' in reading) return reading.value
  throw new NodeFailure(
    'MODEL_BAD_ANSWER',
    `The response is still invalid after a second attempt: ${reading.problems[0]}.`,
  )
}

/** The messages that ask the model to fix its response: the response and its problems. */
export function repairOf(
  text: string,
  problems: readonly string[],
  schema: Readonly<Record<string, unknown>> | undefined,
): ModelMessage[] {
  const told = problems.slice(0, MAX_PROBLEMS_TOLD).map((problem) => `- ${problem}`)
  const form = schema === undefined ? '' : ` that matches this JSON Schema: ${JSON.stringify(schema)}`
  return [
    // Providers reject messages without text.
    { role: 'assistant', content: text.trim() === '' ? '(no text)' : text },
    {
      role: 'user',
      content: `Your response is invalid:\n${told.join('\n')}\nRespond again, only with JSON${form}`,
    },
  ]
}

/** The schema, or undefined if it is empty: forms submit an empty object for a blank field. */
export function schemaOrNone(
  schema: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> | undefined {
  return schema === undefined || Object.keys(schema).length === 0 ? undefined : schema
}

/** Reads JSON that matches a schema. Checks the schema first, before any paid model call. */
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
