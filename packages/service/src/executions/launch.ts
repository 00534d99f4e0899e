/** Launch inputs: validated against the workflow, with secrets split off, merged with reused results. */
import type { ExecutionRecord, Known, Launch, LogLine } from '@millrace/engine'
import {
  type Catalogue,
  isObject,
  jsonSize,
  jsonSizeInSlices,
  Problem,
  pointer,
  type Secrets,
  splitNodeSecrets,
  tooLargeInSlices,
} from '@millrace/model'

type Plan = ExecutionRecord['plan']
type Inputs = Readonly<Record<string, unknown>>

/** Launch inputs without secrets, and the secrets of the execution including those of the launch. */
export interface Separated {
  readonly inputs: Inputs
  readonly secrets: Secrets
}

const nodeTypes = new WeakMap<Plan, ReadonlyMap<string, string>>()

/** The types of the nodes by their ids. Cached per plan: all executions of a workflow version share it. */
function nodeTypesOf(plan: Plan): ReadonlyMap<string, string> {
  const known = nodeTypes.get(plan)
  if (known !== undefined) return known
  const types = new Map(plan.nodes.map(({ id, type }) => [id, type]))
  nodeTypes.set(plan, types)
  return types
}

/**
 * A launch may set settings, secret ones too: those are sealed and never enter the history. A
 * placeholder stands for the same node's own secret only: another node might send it elsewhere.
 */
export function separated(plan: Plan, { inputs, secrets }: Separated, catalogue: Catalogue): Separated {
  // Copy only on change: a launch may have very many inputs, and most launches have no secret.
  let clean: Record<string, unknown> | undefined
  let all: Record<string, Readonly<Record<string, string>>> | undefined
  const types = nodeTypesOf(plan)
  // The launch of a trigger names one node of many; another one may name many and the plan have a few.
  const names = Object.keys(inputs)
  for (const id of names.length <= types.size ? names : types.keys()) {
    const type = types.get(id)
    const given = type !== undefined && Object.hasOwn(inputs, id) ? inputs[id] : undefined
    if (type === undefined || !isObject(given)) continue
    const node = { id, data: { config: given, metadata: { node_type_id: type } } }
    const kept = Object.hasOwn(secrets, id) ? { [id]: secrets[id] ?? {} } : {}
    const { node: split, secrets: own } = splitNodeSecrets(node, catalogue, kept)
    if (own === undefined) continue
    clean ??= { ...inputs }
    clean[id] = split.data?.config ?? {}
    // No prototype: a node id may be `__proto__`.
    all ??= Object.assign(Object.create(null) as typeof secrets, secrets)
    all[id] = { ...all[id], ...own }
  }
  return { inputs: clean ?? inputs, secrets: all ?? secrets }
}

/**
 * Rejects launch values that are larger than a port takes: each value for a node, and, as one, everything that names no
 * node and so goes to the start node. Undefined if there is nothing to wait for.
 */
export function refuseLargeInputs(plan: Plan, inputs: Inputs, maxBytes: number): Promise<void> | undefined {
  // Most launches are small as a whole, so none of their values can be too large.
  const measured = Math.min(MEASURED_AT_ONCE, maxBytes)
  return jsonSize(inputs, measured) <= measured ? undefined : refuseLargeValues(plan, inputs, maxBytes)
}

async function refuseLargeValues(plan: Plan, inputs: Inputs, maxBytes: number): Promise<void> {
  const ids = nodeTypesOf(plan)
  const isShared = (key: string) => !(ids.has(key) && isObject(inputs[key]))
  let shared = 0
  for (const key of Object.keys(inputs)) {
    const value = inputs[key]
    if (isShared(key)) shared += key.length + KEY_CHARACTERS + (await jsonSizeInSlices(value, maxBytes))
    else if (isObject(value)) await refuseLarge(value, pointer('/inputs', key), maxBytes)
  }
  // Collected only for the error message: a launch may have very many inputs.
  if (shared > maxBytes) {
    const rest = Object.fromEntries(Object.entries(inputs).filter(([key]) => isShared(key)))
    await refuseLarge({ inputs: rest }, '', maxBytes)
  }
}

/** Characters that are measured without yielding to other requests. */
const MEASURED_AT_ONCE = 64 * 1024

/** Quotes, colon and comma around a key. */
const KEY_CHARACTERS = 4

async function refuseLarge(values: Inputs, path: string, maxBytes: number): Promise<void> {
  const large = await tooLargeInSlices(values, maxBytes)
  if (large === undefined) return
  const { name, message } = large
  const details = [{ code: 'VALUE_TOO_LARGE', message, path: pointer(path, name) }]
  throw new Problem('PAYLOAD_TOO_LARGE', { message, details })
}

/** Log lines for launch inputs that nothing uses. */
export function notesOn(plan: Plan, inputs: Inputs): LogLine[] {
  // Inputs without a node id go to the start node, if there is one.
  if (plan.nodes.some(({ trigger }) => trigger === 'start')) return []
  const ids = nodeTypesOf(plan)
  const named: string[] = []
  let rest = 0
  for (const key in inputs) {
    if (ids.has(key)) continue
    if (named.length === MAX_NAMED) rest++
    else named.push(`"${key.slice(0, MAX_NAME)}", and the workflow has no such node.`)
  }
  if (rest > 0) named.push(`${rest} more nodes that the workflow does not have.`)
  return named.map((what) => ({ level: 'warning', message: `The launch has inputs for ${what}` }))
}

/** Limit of these log lines: a launch may have very many unknown inputs. */
const MAX_NAMED = 20
const MAX_NAME = 200

/** The completed results of an earlier execution, except those of the given node and its successors. */
export function reusedFrom(plan: Plan, { state }: Known, nodeId: string): NonNullable<Launch['reused']> {
  const places = new Map(plan.nodes.map(({ id }, at) => [id, at]))
  const start = places.get(nodeId)
  if (start === undefined) {
    const details = [{ code: 'UNKNOWN_NODE', message: 'is not a node of the workflow', path: '/from/node' }]
    throw new Problem('VALIDATION_ERROR', { message: `The workflow has no node "${nodeId}" to run from.`, details })
  }
  const anew = following(plan, start)
  const reused: Record<string, { outputs: Inputs; taken?: readonly string[] }> = {}
  for (const step of state.steps) {
    const at = places.get(state.index.plan.nodes[step.node]?.id ?? '')
    if (at === undefined || anew.has(at) || step.status !== 'completed') continue
    // Inside a loop the last round counts: its outputs are the loop's.
    reused[at] = { outputs: step.outputs ?? {}, ...(step.taken === undefined ? {} : { taken: step.taken }) }
  }
  return reused
}

/** A node and its successors. A loop is entered at its head and runs again as a whole. */
function following(plan: Plan, start: number): Set<number> {
  const next = Map.groupBy(plan.edges, ({ from }) => from)
  const found = new Set([start])
  for (const at of found) for (const { to } of next.get(at) ?? []) found.add(to)
  return found
}

export interface LaunchOptions {
  readonly timeoutMs?: number | undefined
  readonly maxSteps?: number | undefined
  readonly isTest?: boolean | undefined
  readonly trigger?: string | undefined
  readonly from?: { readonly node: string; readonly execution: string } | undefined
  readonly reused?: Launch['reused'] | undefined
}

/** The start options for the engine; `earlier` is the execution whose results are reused. */
export function launchOf(plan: Plan, options: LaunchOptions, earlier: Known | undefined): Omit<Launch, 'inputs'> {
  const { isTest, from, trigger } = options
  const reused = from === undefined || earlier === undefined ? options.reused : reusedFrom(plan, earlier, from.node)
  return {
    ...boundsOf(options),
    ...(isTest === true ? { isTest } : {}),
    ...(trigger === undefined ? {} : { trigger }),
    ...(reused === undefined ? {} : { reused }),
  }
}

export function boundsOf({ timeoutMs, maxSteps }: Pick<LaunchOptions, 'timeoutMs' | 'maxSteps'>) {
  return { ...(timeoutMs === undefined ? {} : { timeoutMs }), ...(maxSteps === undefined ? {} : { maxSteps }) }
}
