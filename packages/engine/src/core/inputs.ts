/** The inputs of a step. A function of the state: the same history gives the same inputs. */
import {
  convert,
  convertKept,
  isCollection,
  isObject,
  LargeJson,
  type PlanEdge,
  type PlanInput,
  plain,
  plainValues,
  Unfit,
} from '@millrace/model'
import type { Failure } from './events.ts'
import { edgeState, edgeValue } from './scopes.ts'
import { EDGE_DELIVERED, type ExecutionState, type Step } from './state.ts'
import { configWith } from './step-config.ts'

export interface StepInputs {
  readonly values: Readonly<Record<string, unknown>>
  /** Set if a value does not fit the type of its port. */
  readonly failure?: Failure
  /** Lines for the log. */
  readonly warnings: readonly string[]
}

/** The inputs of a step by port, as plain values. */
export function inputsOf(state: ExecutionState, step: Step): StepInputs {
  const { values, ...rest } = portsOf(state, step)
  return { ...rest, values: plainValues(values) }
}

/**
 * The inputs of a step by port: delivered by an edge, else given at launch, else the setting of the same name, else the
 * default of the port. Large values that need no conversion stay `LargeJson`. `config`: other settings than those of the
 * step.
 */
export function portsOf(state: ExecutionState, step: Step, config?: Readonly<Record<string, unknown>>): StepInputs {
  const { plan, arriving, inputPlace, isConverted } = state.index
  const node = plan.nodes[step.node]
  const values: Record<string, unknown> = {}
  if (node === undefined) return { values, warnings: NO_WARNINGS }
  const launch = launchValues(state, node.id)
  const settings = config ?? configWith(node, step.settings)
  let warnings: string[] | undefined
  /** The first delivered value and the position of its input. Lists only if there is another: most steps have one. */
  let first: unknown
  let firstPlace = -1
  let lists: (unknown[] | undefined)[] | undefined
  for (const at of step.delivered?.keys() ?? arriving[step.node] ?? []) {
    const edge = plan.edges[at]
    if (edge === undefined || edge.kind === 'trigger' || edge.toType === 'trigger') continue
    if (step.delivered === undefined && edgeState(state, step.scope, at) !== EDGE_DELIVERED) continue
    const kept = step.delivered === undefined ? edgeValue(state, step.scope, at) : step.delivered.get(at)
    // A branch of a node without an input triggers, and the input keeps its setting or default.
    if (kept === undefined && edge.kind === 'branch') continue
    let fitted = kept
    try {
      if (isConverted[at] === true) fitted = convertKept(kept, edge.fromType, edge.toType)
    } catch (error) {
      if (!(error instanceof Unfit)) throw error
      if (!isEntry(plain(kept), edge) || !hasCompany(state, step, at))
        return { values, warnings: NO_WARNINGS, failure: unfit(edge.toPort, edge.toType, error.message) }
    }
    const place = inputPlace[at] ?? -1
    if (place < 0) continue
    if (firstPlace < 0) {
      first = fitted
      firstPlace = place
      continue
    }
    lists ??= listsWith(firstPlace, first)
    addTo(lists, place, fitted)
  }
  for (let place = 0; place < node.inputs.length; place++) {
    const input = node.inputs[place]
    if (input === undefined) continue
    const many = lists?.[place]
    if (many === undefined && place === firstPlace) values[input.id] = first
    else if (many?.length === 1) values[input.id] = many[0]
    else if (many !== undefined) {
      warnings ??= []
      values[input.id] = joined(input, many, warnings)
    } else {
      const isLaunched = launch !== undefined && Object.hasOwn(launch, input.id)
      const value = isLaunched ? launch[input.id] : (settings[input.id] ?? input.defaultValue)
      if (value !== undefined) values[input.id] = value
    }
  }
  return { values, warnings: warnings ?? NO_WARNINGS }
}

const NO_WARNINGS: readonly string[] = []

/** The delivered values by the position of their input. */
function listsWith(place: number, value: unknown): (unknown[] | undefined)[] {
  const lists: (unknown[] | undefined)[] = []
  lists[place] = [value]
  return lists
}

function addTo(lists: (unknown[] | undefined)[], place: number, value: unknown): void {
  const list = lists[place]
  if (list === undefined) lists[place] = [value]
  else list.push(value)
}

/** The launch inputs of one node. */
export function launchValues(state: ExecutionState, nodeId: string): Record<string, unknown> | undefined {
  const given = state.started?.inputs
  const own = given?.[nodeId]
  // The own-property check comes last: most executions have no launch inputs, and every step calls this.
  return isObject(own) && Object.hasOwn(given ?? {}, nodeId) ? own : undefined
}

/** True if a value that is not a list can be an entry of the list that the port takes. */
function isEntry(value: unknown, { fromType, toType }: PlanEdge): boolean {
  if (!isCollection(toType) || Array.isArray(value)) return false
  try {
    convert([value], fromType, toType)
    return true
  } catch {
    return false
  }
}

/** True if another edge delivers to the same port: their values form one list. */
function hasCompany(state: ExecutionState, step: Step, at: number): boolean {
  const { plan, arriving } = state.index
  const port = plan.edges[at]?.toPort
  const others = (arriving[step.node] ?? []).filter((other) => other !== at && plan.edges[other]?.toPort === port)
  return others.some((other) => edgeState(state, step.scope, other) === EDGE_DELIVERED)
}

function joined(input: PlanInput, values: readonly unknown[], warnings: string[]): unknown {
  if (isCollection(input.dataType)) {
    return values.some((value) => value instanceof LargeJson)
      ? new LargeJson(listText(values))
      : values.flatMap((value) => (Array.isArray(value) ? value : [value]))
  }
  warnings.push(`Input "${input.id}" got ${values.length} values and takes one; the last one is used.`)
  return values.at(-1)
}

/** The items of all values as one list in JSON. Concatenated, because `join` would copy every text. */
function listText(values: readonly unknown[]): string {
  let items = ''
  for (const value of values) {
    const more = itemsText(value)
    if (more !== '') items = items === '' ? more : `${items},${more}`
  }
  return `[${items}]`
}

/** The items of a list as JSON separated by commas; another value becomes the only item. */
function itemsText(value: unknown): string {
  const text = value instanceof LargeJson ? value.text : (JSON.stringify(value) ?? 'null')
  return text.startsWith('[') ? text.slice(1, -1) : text
}

function unfit(port: string, type: string, reason: string): Failure {
  return { code: 'BAD_INPUT', message: `The value for input "${port}" (${type}) ${reason}.` }
}
