/** The values that the expressions of a step use. Functions of the state, as for inputs. */
import { errorValue, type PlanExpressions, type PlanNode, type PlanReference, roundValues } from '@millrace/model'
import { launchValues, portsOf } from './inputs.ts'
import { scopeAt } from './scopes.ts'
import type { ExecutionState, Scope, Step } from './state.ts'

/** Facts about the execution that are not part of its history. */
export interface ScopeFacts {
  readonly executionId: string
  readonly workflowName: string
  /** An ISO 8601 time. */
  readonly now: string
}

/**
 * The names that the expressions of a step can use, with only the values that they refer to. Large values stay
 * `LargeJson`.
 */
export function expressionScope(
  state: ExecutionState,
  step: Step,
  { expressions, facts, inputs, config }: ScopeRequest,
): Record<string, unknown> {
  const nodes = expressions.nodes.map((reference) => [reference.name, outputsFor(state, step, reference)] as const)
  return {
    ...picked(inputs ?? portsOf(state, step, config).values, expressions.inputs),
    nodes: Object.fromEntries(nodes),
    launch: expressions.launch === true ? (state.started?.inputs ?? {}) : {},
    execution: { id: facts.executionId },
    workflow: { name: facts.workflowName },
    now: facts.now,
  }
}

export interface ScopeRequest {
  readonly expressions: PlanExpressions
  readonly facts: ScopeFacts
  /** The arguments of a tool; default: the inputs of the step. */
  readonly inputs?: Readonly<Record<string, unknown>>
  /** The settings that inputs without a source get their values from; default: those of the step. */
  readonly config?: Readonly<Record<string, unknown>>
}

/** The settings to evaluate: a launch value for the node replaces the whole setting. */
export function openSettings(state: ExecutionState, node: PlanNode): PlanExpressions['settings'] {
  const { settings = [] } = node.expressions ?? {}
  const launch = launchValues(state, node.id)
  if (launch === undefined) return settings
  return settings.filter(({ setting }) => !Object.hasOwn(launch, setting.split('/', 1)[0] ?? ''))
}

function picked(values: Readonly<Record<string, unknown>>, names: readonly string[] | undefined) {
  if (names === undefined) return values
  return Object.fromEntries(names.filter((name) => Object.hasOwn(values, name)).map((name) => [name, values[name]]))
}

/** The outputs of a node as an expression sees them; null if it was skipped or has no result yet. */
function outputsFor(state: ExecutionState, step: Step, { node, ports }: PlanReference): unknown {
  const outputs = newestOutputs(state, step, node)
  return outputs === undefined ? null : picked(outputs, ports)
}

/** The newest result of a node in the same round or a scope around it. */
function newestOutputs(
  state: ExecutionState,
  { scope }: Step,
  node: number,
): Readonly<Record<string, unknown>> | undefined {
  const own = state.index.plan.nodes[node]
  if (own === undefined) return undefined
  const round = own.heads < 0 ? undefined : roundOf(scope, own.heads)
  if (round?.run !== undefined) return roundValues(round.run, round.index)
  const holder = scopeAt(scope, own.loop)
  if (holder.loop !== own.loop) return undefined
  const found = holder.steps[state.index.nodePlace[node] ?? -1]
  if (found?.status === 'completed') return found.outputs
  if (found?.status !== 'failed' || found.failure === undefined) return undefined
  return { error: errorValue(own.id, found.failure) }
}

/** The round of a loop that a scope is in; undefined outside of the loop. */
function roundOf(scope: Scope, loop: number): Scope | undefined {
  const round = scopeAt(scope, loop)
  return round.loop === loop ? round : undefined
}
