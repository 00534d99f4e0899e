/**
 * Runs data nodes in a worker thread when their inputs are large: parsing, sorting and printing megabytes would hold the
 * event loop. Small inputs stay on the main thread, where a thread would cost more than the node.
 */
import type { Outcome } from '@millrace/engine'
import { LargeJson } from '@millrace/model'
import { WorkerFailure } from '../../workers/worker-failure.ts'
import type { Workers } from '../../workers/workers.ts'
import type { NodeToRun, PortText } from './wire.ts'

type Values = Readonly<Record<string, unknown>>

/** Texts from this length on are large. */
const LARGE_CHARACTERS = 64 * 1024
/** Processing time of one node. */
const DEADLINE_MS = 60_000

/** Built-in node types that work on values alone, with the settings under which they do. */
const PURE: Readonly<Record<string, (config: Values) => boolean>> = {
  chat_output: always,
  csv_parse: always,
  csv_write: always,
  data_extractor: always,
  data_operations: ({ expression }) => typeof expression !== 'string' || expression.trim() === '',
  json_parse: always,
  json_stringify: always,
  merge: always,
  output: always,
  split_text: always,
  text_formatter: always,
  text_output: always,
}

function always(): boolean {
  return true
}

/** Whether a node is to run in a worker thread. */
export function isOffloaded(type: string, config: Values, inputs: Values): boolean {
  if (PURE[type]?.(config) !== true) return false
  return Object.values(inputs).some(isLarge)
}

function isLarge(value: unknown): boolean {
  return value instanceof LargeJson || (typeof value === 'string' && value.length >= LARGE_CHARACTERS)
}

export interface Offloaded extends Omit<NodeToRun, 'inputs'> {
  readonly inputs: Values
  readonly caller: string
  readonly signal: AbortSignal
}

/** The outcome of a node that ran in a worker thread; undefined when there is no thread for it. */
export async function offloaded(
  workers: Workers,
  { inputs, caller, signal, ...node }: Offloaded,
): Promise<Outcome | undefined> {
  const sent = Object.fromEntries(Object.entries(inputs).map(([port, value]) => [port, textOf(value)]))
  try {
    const ran = await workers.run('run-node', { ...node, inputs: sent }, { deadlineMs: DEADLINE_MS, caller, signal })
    const logs = ran.logs.length === 0 ? {} : { logs: ran.logs }
    if ('failure' in ran) return { failure: ran.failure, ...logs }
    const outputs = Object.fromEntries(Object.entries(ran.outputs).map(([port, given]) => [port, portValue(given)]))
    return { outputs, ...(ran.taken && { taken: ran.taken }), ...logs }
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    if (error.reason === 'busy') return undefined
    const code = error.reason === 'memory' ? 'OUT_OF_MEMORY' : 'TIMED_OUT'
    return { failure: { code, message: error.message } }
  }
}

function textOf(value: unknown): PortText {
  return value instanceof LargeJson ? { json: value.text } : { value }
}

function portValue(given: PortText): unknown {
  return 'json' in given ? new LargeJson(given.json, given.hash) : given.value
}
