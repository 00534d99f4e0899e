/**
 * Runs data nodes in a worker thread when their inputs are large: parsing, sorting and printing megabytes would hold the
 * event loop. Small inputs stay on the main thread, where a thread would cost more than the node.
 */
import { MessageChannel } from 'node:worker_threads'
import type { Outcome } from '@millrace/engine'
import { jsonSize, LargeJson, nextTurn, printInSlices } from '@millrace/model'
import type { StepSandbox } from '../../../effects/sandbox/sandbox-calls.ts'
import { WorkerFailure } from '../../../platform/workers/worker-failure.ts'
import type { Workers } from '../../../platform/workers/workers.ts'
import { serveSandbox } from './sandbox-port.ts'
import type { NodeToRun, PortText, ResultText } from './wire.ts'

type Values = Readonly<Record<string, unknown>>

/** Texts of this length or more are large. */
const LARGE_CHARACTERS = 64 * 1024
/** The same for objects and lists, which must be serialized first. */
const LARGE_OBJECT_CHARACTERS = 256 * 1024
/** Time limit of one node. */
const DEADLINE_MS = 60_000

/** Built-in node types that work on values alone. */
const PURE = new Set([
  ...['chat_output', 'csv_parse', 'csv_write', 'data_extractor', 'data_operations', 'json_parse', 'json_stringify'],
  ...['logger', 'merge', 'output', 'split_text', 'text_formatter', 'text_output'],
])
/** Built-in node types that use nothing but values and the sandbox. */
const SANDBOXED = new Set([
  ...['data_mapper', 'if_else', 'json_transform', 'json_validator', 'prompt_template', 'regex_extractor', 'switch'],
  'text_find_replace',
])

/** How a node uses a worker thread with such inputs; undefined for one that runs on the main thread. */
export function threadFor(type: string, config: Values, inputs: Values): 'pure' | 'sandboxed' | undefined {
  // The inputs first: most are small, and this runs for every step.
  if (!hasLargeInput(inputs)) return undefined
  const isPure = PURE.has(type)
  if (!isPure && !SANDBOXED.has(type)) return undefined
  return isPure && !usesExpression(config) ? 'pure' : 'sandboxed'
}

function hasLargeInput(inputs: Values): boolean {
  for (const port in inputs) if (isLarge(inputs[port])) return true
  return false
}

/** Of the pure types, only the list operations can have an expression. */
function usesExpression({ expression }: Values): boolean {
  return typeof expression === 'string' && expression.trim() !== ''
}

function isLarge(value: unknown): boolean {
  if (value instanceof LargeJson) return true
  if (typeof value === 'string') return value.length >= LARGE_CHARACTERS
  return jsonSize(value, LARGE_OBJECT_CHARACTERS) > LARGE_OBJECT_CHARACTERS
}

export interface Offloaded extends Omit<NodeToRun, 'inputs' | 'launch' | 'sandbox'> {
  readonly inputs: Values
  readonly launch: Values
  readonly caller: string
  readonly signal: AbortSignal
  readonly sandbox?: StepSandbox | undefined
}

/** The outcome of a node that ran in a worker thread; undefined when there is no thread for it. */
export async function offloaded(
  workers: Workers,
  { inputs, launch, caller, signal, sandbox, ...node }: Offloaded,
): Promise<Outcome | undefined> {
  const texts = await printedInputs(inputs)
  const sent = { ...node, inputs: textsOf(texts), launch: textsOf(await printedInputs(launch)) }
  const channel = sandbox === undefined ? undefined : new MessageChannel()
  try {
    if (channel !== undefined && sandbox !== undefined) serveSandbox(channel.port1, sandbox.send)
    const way = channel && sandbox && { sandbox: { port: channel.port2, limits: sandbox.limits } }
    const options = { deadlineMs: DEADLINE_MS, caller, signal, transfer: channel === undefined ? [] : [channel.port2] }
    // Steps with large inputs often start together, and copying their texts to a thread takes milliseconds.
    await nextTurn()
    const ran = await workers.run('run-node', { ...sent, ...way }, options)
    const logs = ran.logs.length === 0 ? {} : { logs: ran.logs }
    if ('failure' in ran) return { failure: ran.failure, ...logs }
    const outputs = Object.fromEntries(
      Object.entries(ran.outputs).map(([port, given]) => [port, resultValue(given, texts)]),
    )
    return { outputs, ...(ran.taken && { taken: ran.taken }), ...logs }
  } catch (error) {
    if (!(error instanceof WorkerFailure)) throw error
    if (error.reason === 'busy') return undefined
    const code = error.reason === 'memory' ? 'OUT_OF_MEMORY' : 'TIMED_OUT'
    return { failure: { code, message: error.message } }
  } finally {
    channel?.port1.close()
  }
}

/** The inputs with large objects as text. */
async function printedInputs(values: Values): Promise<Values> {
  const printed: [string, unknown][] = []
  for (const [port, value] of Object.entries(values)) {
    const isObject = typeof value === 'object' && !(value instanceof LargeJson)
    printed.push([port, isObject && isLarge(value) ? new LargeJson(await printInSlices(value)) : value])
  }
  return Object.fromEntries(printed)
}

function textsOf(values: Values): Record<string, PortText> {
  return Object.fromEntries(Object.entries(values).map(([port, value]) => [port, textOf(value)]))
}

function textOf(value: unknown): PortText {
  return value instanceof LargeJson ? { json: value.text, hash: value.hash } : { value }
}

function resultValue(given: ResultText, inputs: Values): unknown {
  if ('sameAs' in given) {
    const same = inputs[given.sameAs]
    if (same instanceof LargeJson) same.keepHash(given.hash)
    return same
  }
  return 'json' in given ? new LargeJson(given.json, given.hash) : given.value
}
