/** Evaluates the expressions of steps before they start, and keeps the values until the start is recorded. */
import { LargeJson, loadedValues, type PlanNode } from '@millrace/model'
import type { Failure } from '../core/events.ts'
import { expressionScope, openSettings, type ScopeFacts } from '../core/settings.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { Settings } from '../core/step-config.ts'
import type { ExecutionRecord, Runner } from '../ports.ts'
import { failureOf } from './attempt.ts'

/** The values of the expressions of a step, or why there are none. */
export type Resolved = { readonly settings: Settings } | { readonly failure: Failure }

export interface ResolvingNeeds {
  readonly runner: Pick<Runner, 'resolve'>
  readonly record: ExecutionRecord
  readonly state: ExecutionState
  readonly now: () => number
}

/** Resolves the settings of a step: at once if possible, else as a promise. Undefined if there is nothing to resolve. */
export function resolveStep(
  { runner, record, state, now }: ResolvingNeeds,
  step: Step,
  signal: AbortSignal,
): Resolved | Promise<Resolved> | undefined {
  const node = record.plan.nodes[step.node]
  // A later attempt, or one that continues after an answer, uses the values of the first.
  if (node?.expressions === undefined || step.settings !== undefined) return undefined
  const settings = openSettings(state, node)
  if (settings.length === 0) return undefined
  try {
    const scope = scopeFor(state, step, { node, expressions: node.expressions, facts: factsOf(record, now()) })
    const request = { record, node: step.node, settings, signal }
    const values = isLoaded(scope)
      ? runner.resolve({ ...request, scope })
      : loadedScope(scope).then((all) => runner.resolve({ ...request, scope: all }))
    return values instanceof Promise ? values.then(settled, failed) : settled(values)
  } catch (error) {
    return failed(error)
  }
}

/** The scope of a step, without inputs that would get their value from one of its expressions. */
function scopeFor(
  state: ExecutionState,
  step: Step,
  {
    node,
    expressions,
    facts,
  }: { node: PlanNode; expressions: NonNullable<PlanNode['expressions']>; facts: ScopeFacts },
) {
  const computed = new Set(expressions.settings.map(({ setting }) => setting))
  const plain = Object.entries(node.config).filter(([key]) => !computed.has(key))
  return expressionScope(state, step, { expressions, facts, config: Object.fromEntries(plain) })
}

/** The facts about an execution that expressions can use. */
export function factsOf({ id, about }: ExecutionRecord, now: number): ScopeFacts {
  return { executionId: id, workflowName: about.workflowName ?? '', now: new Date(now).toISOString() }
}

function settled(settings: Settings): Resolved {
  return { settings }
}

function failed(error: unknown): Resolved {
  return { failure: failureOf(error) }
}

type Values = Readonly<Record<string, unknown>>

/** Only whole values of ports are large: inputs, and outputs below `nodes`. */
function isLoaded({ nodes, ...inputs }: Values): boolean {
  const isLarge = (values: unknown) => Object.values(values ?? {}).some((value) => value instanceof LargeJson)
  return !isLarge(inputs) && !Object.values(nodes ?? {}).some(isLarge)
}

/** A scope with its large values parsed in slices. */
export async function loadedScope({ nodes, ...inputs }: Values): Promise<Values> {
  const all: [string, unknown][] = []
  for (const [name, outputs] of Object.entries(nodes ?? {})) {
    all.push([name, outputs === null ? null : await loadedValues(outputs as Values)])
  }
  return { ...(await loadedValues(inputs)), nodes: Object.fromEntries(all) }
}
