/** Runs a data node in a worker thread. Large values are exchanged as JSON text. */

import { createHash } from 'node:crypto'
import { failureOf } from '@millrace/engine'
import { type Effects, isObject, isResult, isSpecialResult, NodeFailure, type RunContext } from '@millrace/model'
import { loadBuiltInNodes } from '@millrace/nodes'
import { createLanguages } from '../../effects/language/languages.ts'
import { sandboxOver } from '../../effects/sandbox/sandbox-calls.ts'
import { jsonOf } from '../runner/json-outputs.ts'
import { sandboxThrough } from '../runner/offload/sandbox-port.ts'
import type { NodeToRun, PortText, RanNode, ResultText } from '../runner/offload/wire.ts'

/** The same limit as in the journal, which stores smaller values with their event. */
const LARGE_CHARACTERS = 64 * 1024

let definitions: ReturnType<typeof load> | undefined

async function load() {
  return new Map((await loadBuiltInNodes()).map((definition) => [definition.id, definition]))
}

export async function perform(given: NodeToRun): Promise<RanNode> {
  try {
    return await ran(given)
  } finally {
    given.sandbox?.port.close()
  }
}

async function ran({ type, config, inputs, launch, label, wired, sandbox }: NodeToRun): Promise<RanNode> {
  definitions ??= load()
  const definition = (await definitions).get(type)
  const logs: RanNode['logs'][number][] = []
  try {
    const given = valuesOf(inputs)
    if (definition?.run === undefined) throw new NodeFailure('NOT_RUNNABLE', `Nodes of the type "${type}" cannot run.`)
    const result = await definition.run({
      ...NOTHING_ELSE,
      config,
      inputs: given,
      launch: valuesOf(launch),
      effects: sandbox === undefined ? NO_EFFECTS : sandboxEffects(sandbox),
      label,
      isWired: (port) => wired.includes(port),
      log: (level, message, context) => void logs.push({ level, message, ...(context && { context }) }),
    })
    if (isResult(result, 'take_branches'))
      return { outputs: printed(result.outputs, { inputs, given }), taken: result.branches, logs }
    if (!isObject(result) || isSpecialResult(result))
      throw new NodeFailure('BAD_OUTPUT', 'The node returned a value that is not an outputs object.')
    return { outputs: printed(result, { inputs, given }), logs }
  } catch (error) {
    return { failure: failureOf(error), logs }
  }
}

function valuesOf(texts: NodeToRun['inputs']): Record<string, unknown> {
  return Object.fromEntries(Object.entries(texts).map(([port, given]) => [port, portValue(given)]))
}

/** Outputs of the last node, by the hash of their JSON: the next step of a chain reads one of them. */
let recent: ReadonlyMap<string, WeakRef<object>> = new Map()

function portValue(given: PortText): unknown {
  if (!('json' in given)) return given.value
  const known = given.hash === undefined ? undefined : recent.get(given.hash)?.deref()
  return known ?? JSON.parse(given.json)
}

interface Inputs {
  readonly inputs: NodeToRun['inputs']
  /** The same as values. */
  readonly given: Values
}

type Values = Readonly<Record<string, unknown>>

function printed(outputs: Values, { inputs, given }: Inputs): Record<string, ResultText> {
  const kept = new Map<string, WeakRef<object>>()
  const texts: Record<string, ResultText> = {}
  const large = Object.entries(inputs).flatMap(([port, text]) => ('json' in text ? [{ port, ...text }] : []))
  for (const [port, value] of Object.entries(jsonOf(outputs))) {
    const passed = large.find((input) => given[input.port] === value)
    const json = passed?.json ?? JSON.stringify(value)
    if (json.length < LARGE_CHARACTERS) {
      texts[port] = { value }
      continue
    }
    // Comparing texts is much faster than hashing and sending them.
    const same = passed ?? large.find((input) => input.json === json)
    const hash = same?.hash ?? createHash('sha256').update(json).digest('hex')
    texts[port] = same === undefined ? { json, hash } : { sameAs: same.port, hash }
    if (typeof value === 'object' && value !== null) kept.set(hash, new WeakRef(value))
  }
  recent = kept
  return texts
}

const none = () => {
  throw new Error('A node in a worker thread has no effects.')
}

const NO_EFFECTS = new Proxy({} as Effects, { get: none })

/** Evaluates simple expressions and templates here and calls the sandbox through the main thread. */
function sandboxEffects({ port, limits }: NonNullable<NodeToRun['sandbox']>): Effects {
  const calls = sandboxOver(sandboxThrough(port), limits)
  const languages = createLanguages(calls)
  const { signal } = NOTHING_ELSE
  const known = {
    expression: (source, input) => languages.expression(source, input, signal),
    template: (source, variables) => languages.template(source, variables, signal),
    pattern: (call) => calls.pattern(call, signal),
    patternTests: (tests) => calls.patternTests(tests, signal),
  } satisfies Partial<Effects>
  return Object.assign(Object.create(NO_EFFECTS), known)
}

/** Effects that data nodes do not use. */
const NOTHING_ELSE: Omit<RunContext, 'config' | 'inputs' | 'launch' | 'label' | 'isWired' | 'log' | 'effects'> = {
  round: 0,
  attempt: 1,
  signal: new AbortController().signal,
  idempotencyKey: '',
  replies: [],
  notes: {},
  say: () => {},
  note: none,
  tools: none,
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'run-node': typeof perform
  }
}
