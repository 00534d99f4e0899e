/** The request and the result of a step that another process computes, as text. Large values stay text on both sides. */
import { createHash } from 'node:crypto'
import type { Outcome, Task } from '@millrace/engine'
import { jsonSize, LargeJson, parseInSlices, printInSlices } from '@millrace/model'
import type { TakenStep } from '@millrace/store'

type Values = Readonly<Record<string, unknown>>

/** A value of a port: itself, or the text of a large one. */
type PortText = { readonly value?: unknown } | { readonly json: string }

/** The parts of a task that are values. Without the number of steps that are left, which changes while it runs. */
type Request = Omit<Task, 'record' | 'signal' | 'note' | 'toolScope' | 'warnings' | 'steps' | 'inputs' | 'launch'> & {
  readonly inputs: Readonly<Record<string, PortText>>
  readonly launch: Readonly<Record<string, PortText>>
}

/** Steps with larger requests are computed where they are: moving the values would take too long. */
const MAX_REQUEST_CHARACTERS = 4 * 2 ** 20
/** Longer texts are parsed in slices. */
const LARGE_CHARACTERS = 64 * 1024

export interface StepRequest {
  readonly text: string
  /** Requests with the same hash have the same result. */
  readonly hash: string
}

/** Undefined if the step is too large to be moved. */
export async function requestOf(task: Task): Promise<StepRequest | undefined> {
  const { node, scope, attempt, round, idempotencyKey, inputs, launch, settings, replies, notes, conversation } = task
  const values = [settings, replies, notes, conversation, ...Object.values(inputs), ...Object.values(launch)]
  let size = 0
  for (const value of values) size += jsonSize(value, MAX_REQUEST_CHARACTERS)
  if (size > MAX_REQUEST_CHARACTERS) return undefined
  const request: Request = {
    ...{ node, scope, attempt, round, idempotencyKey, replies, notes, conversation },
    inputs: portTexts(inputs),
    launch: portTexts(launch),
    ...(settings && { settings }),
  }
  const text = await printInSlices(request)
  return { text, hash: createHash('sha256').update(text).digest('hex') }
}

/** The task of a step that another process has offered. */
export async function taskOf({ record, request }: TakenStep, signal: AbortSignal): Promise<Task> {
  const { inputs, launch, ...rest } = (await parsed(request)) as Request
  const unavailable = () => Promise.reject(new Error('A heavy step cannot write notes or use tools.'))
  return {
    ...rest,
    record,
    signal,
    inputs: portValues(inputs),
    launch: portValues(launch),
    // The process that drives the execution adds them to the result.
    warnings: [],
    note: unavailable,
    toolScope: unavailable,
  }
}

export function textOfOutcome(outcome: Outcome): Promise<string> {
  return printInSlices('outputs' in outcome ? { ...outcome, outputs: portTexts(outcome.outputs) } : outcome)
}

export async function outcomeOf(text: string): Promise<Outcome> {
  const outcome = (await parsed(text)) as Outcome
  if (!('outputs' in outcome)) return outcome
  return { ...outcome, outputs: portValues(outcome.outputs as Readonly<Record<string, PortText>>) }
}

function portTexts(values: Values): Record<string, PortText> {
  const texts = Object.entries(values).map(([port, value]) => [port, portText(value)] as const)
  return Object.fromEntries(texts)
}

function portText(value: unknown): PortText {
  return value instanceof LargeJson ? { json: value.text } : { value }
}

function portValues(texts: Readonly<Record<string, PortText>>): Record<string, unknown> {
  const values = Object.entries(texts).map(([port, given]) => [port, portValue(given)] as const)
  return Object.fromEntries(values)
}

function portValue(given: PortText): unknown {
  return 'json' in given ? new LargeJson(given.json) : given.value
}

function parsed(text: string): unknown {
  return text.length < LARGE_CHARACTERS ? JSON.parse(text) : parseInSlices(text)
}
