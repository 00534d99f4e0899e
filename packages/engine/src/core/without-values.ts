/**
 * The history of a finished execution without its values: for workflows that do not keep them. Types, times, steps,
 * branches, usage, error codes and the sizes of values remain, so that the history folds to the same statuses (E2).
 */
import { isObject, LargeJson, type Question, type QuestionConfig, TOOL_NOTE } from '@millrace/model'
import type { ExecutionEvent, Failure, StepNoted } from './events.ts'

/** Replaces texts that may contain values. */
export const NOT_KEPT = 'Not kept.'

export interface Removal {
  /** The time of the removal. */
  readonly at: number
  /** The length of a value as JSON. */
  readonly sizeOf?: (value: unknown) => number
}

/** Stored in place of a value. */
export interface RemovedMark {
  readonly $removed: true
  /** The length that the value had as JSON. */
  readonly characters: number
}

/** A copy of an event without values. */
export function withoutValues(event: ExecutionEvent, { at, sizeOf = charactersOf }: Removal): ExecutionEvent {
  const removed = (value: unknown): RemovedMark =>
    isRemoved(value) ? value : { $removed: true, characters: sizeOf(value) }
  const all = (values: Values) => mapped(values, removed)
  if (event.type === 'logged') return { type: event.type, at: event.at, level: event.level, message: NOT_KEPT }
  // The logs and messages of a step are left out.
  const { logs: _, messages: __, ...rest } = event as ExecutionEvent & { logs?: unknown; messages?: unknown }
  const kept = rest as ExecutionEvent
  switch (kept.type) {
    case 'started': {
      const { conversation: ___, reused, ...launch } = kept
      const results = reused && { reused: mapped(reused, ({ outputs, ...one }) => ({ ...one, outputs: all(outputs) })) }
      return { ...launch, ...results, inputs: all(kept.inputs), valuesRemovedAt: at }
    }
    case 'queued':
      return kept.inputs === undefined ? kept : { ...kept, inputs: all(kept.inputs) }
    case 'step-started':
      return kept.settings === undefined ? kept : { ...kept, settings: all(kept.settings) }
    case 'step-waits':
      return kept.outputs === undefined ? kept : { ...kept, outputs: all(kept.outputs) }
    case 'step-completed': {
      const { ends } = kept
      return { ...kept, outputs: all(kept.outputs), ...(ends && { ends: withoutMessage(ends) }) }
    }
    case 'step-failed':
    case 'finished':
      return withoutMessage(kept)
    case 'step-asks':
      return { ...kept, question: bareQuestion(kept.question) }
    case 'step-answered':
      // Approvals are decisions: how many are needed decides when the question closes.
      return { ...kept, value: typeof kept.value === 'boolean' ? kept.value : removed(kept.value) }
    case 'step-noted':
      return { ...kept, value: bareNote(kept, all) }
    default:
      return kept
  }
}

type Values = Readonly<Record<string, unknown>>

/** Not by assignment: a port may be called __proto__. */
function mapped<From, To>(values: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]))
}

export function isRemoved(value: unknown): value is RemovedMark {
  return isObject(value) && value.$removed === true && typeof value.characters === 'number'
}

function charactersOf(value: unknown): number {
  return value instanceof LargeJson ? value.text.length : (JSON.stringify(value)?.length ?? 0)
}

/** The code of a failure remains; its message and details may contain values. */
function withoutMessage<Event extends { readonly failure?: Failure }>(event: Event): Event {
  if (event.failure === undefined) return event
  const { details: _, ...failure } = event.failure
  return { ...event, failure: { ...failure, message: NOT_KEPT } }
}

function bareQuestion(question: Question): Question {
  const bare: { readonly [Type in Question['type']]: QuestionConfig } = {
    confirmation: { message: NOT_KEPT, ...decision(question) },
    choice: { message: NOT_KEPT, options: [{ value: NOT_KEPT, label: NOT_KEPT }] },
    text: { message: NOT_KEPT },
    form: { message: NOT_KEPT, schema: {} },
    review: { message: NOT_KEPT, changes: [{ field: '', label: NOT_KEPT, original: null, proposed: null }] },
  }
  return { ...question, config: bare[question.type] }
}

function decision({ config }: Question): Pick<QuestionConfig<'confirmation'>, 'approvals' | 'approvers'> {
  const { approvals, approvers } = config as QuestionConfig<'confirmation'>
  return { ...(approvals !== undefined && { approvals }), ...(approvers !== undefined && { approvers }) }
}

/** The calls of an agent's tools remain as jobs; other notes are for steps that run again. */
function bareNote({ key, value }: StepNoted, all: (values: Values) => Values): unknown {
  if (!key.startsWith(TOOL_NOTE) || !isObject(value)) return null
  const { args, settings, result, error, ...call } = value
  return {
    ...call,
    args: all(isObject(args) ? args : {}),
    ...(isObject(settings) && { settings: all(settings) }),
    ...(result !== undefined && { result: all({ result }).result }),
    ...(isObject(error) && { error: { code: error.code, message: NOT_KEPT } }),
  }
}
