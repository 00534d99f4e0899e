/** Decides what to do next, from the folded history alone (E2). The driver acts on it, records the result, and decides again. */
import type { ExecutionEvent, Failure } from './events.ts'
import { inputsOf } from './inputs.ts'
import type { ExecutionState, LoopRun, Step } from './state.ts'

export type Decision =
  /** Run this step, or check the condition of this loop. */
  | { readonly do: 'run'; readonly step: Step }
  /** Record this event: it follows from the state. */
  | { readonly do: 'record'; readonly event: Undated }

/** An event without its time; the driver adds it. */
export type Undated = ExecutionEvent extends infer E ? (E extends { at: number } ? Omit<E, 'at'> : never) : never

/** Everything that can be done now. Empty if the execution is over or waits. */
export function decide(state: ExecutionState): Decision[] {
  if (state.finishedAt !== undefined || state.root === undefined) return []
  const ending = endingOf(state)
  if (ending !== undefined) return [{ do: 'record', event: ending }]
  if (state.isPaused) return []
  const decisions: Decision[] = []
  let room = (maxStepsOf(state) ?? Number.POSITIVE_INFINITY) - state.attempts
  for (const step of state.ready) {
    if (room-- <= 0) break
    const decision = decisionFor(state, step)
    // A list literal allocates one element; a push to an empty list allocates seventeen.
    if (state.ready.size === 1) return [decision]
    decisions.push(decision)
  }
  return decisions
}

function endingOf(state: ExecutionState): Undated | undefined {
  if (state.ending !== undefined) return { type: 'finished', ...state.ending }
  if (state.isTimedOut) return failed('TIMED_OUT', `The execution took longer than ${state.started?.timeoutMs} ms.`)
  const maxSteps = maxStepsOf(state)
  if (maxSteps !== undefined && state.ready.size > 0 && state.attempts >= maxSteps) {
    if (state.walk !== undefined) {
      return failed('STEP_LIMIT', `The flow has visited ${maxSteps} nodes and may visit no more.`)
    }
    return failed('TOO_MANY_STEPS', `The execution needs more than the ${maxSteps} steps it may take.`)
  }
  if (state.ready.size === 0 && state.active.size === 0) return { type: 'finished', status: 'completed' }
  return undefined
}

/** The maximum number of steps; a sequential plan has its own limit, since it may never end. */
export function maxStepsOf({ started, index }: ExecutionState): number | undefined {
  return started?.maxSteps ?? index.plan.walk?.maxSteps
}

function failed(code: string, message: string): Undated {
  return { type: 'finished', status: 'failed', failure: { code, message } }
}

function decisionFor(state: ExecutionState, step: Step): Decision {
  const node = state.index.plan.nodes[step.node]
  if (node === undefined || node.heads < 0) return { do: 'run', step }
  if (state.started?.isTest === true && node.pinned !== undefined && step.loop === undefined) return { do: 'run', step }
  const limit = typeof node.config.maxIterations === 'number' ? node.config.maxIterations : 1000
  const loop = state.index.plan.loops[node.heads]
  if (loop?.kind === 'while') return decisionForWhile(step, limit)
  if (step.loop !== undefined) return stepFails(step, largeResults(state, step.loop))
  const { values, failure } = inputsOf(state, step)
  if (failure !== undefined) return stepFails(step, failure)
  const { items } = values
  if (!Array.isArray(items))
    return stepFails(step, { code: 'NOT_A_LIST', message: `items must be an array (got ${kindOf(items)}).` })
  if (items.length > limit) {
    const message = `items has ${items.length} entries, and the loop may run at most ${limit} rounds.`
    return stepFails(step, { code: 'TOO_MANY_ITERATIONS', message })
  }
  return { do: 'record', event: { type: 'loop-opened', ...placeOf(step), total: items.length } }
}

function decisionForWhile(step: Step, limit: number): Decision {
  if (step.loop === undefined) return { do: 'record', event: { type: 'loop-opened', ...placeOf(step), total: limit } }
  if (step.loop.next >= limit) {
    const message = `The condition still holds after ${limit} rounds, the most that this loop may run.`
    return stepFails(step, { code: 'TOO_MANY_ITERATIONS', message })
  }
  return { do: 'run', step }
}

function largeResults({ started }: ExecutionState, { results }: LoopRun): Failure {
  const mib = (started?.maxValueBytes ?? 0) / 2 ** 20
  const message = `The results of ${results.length} rounds are larger than ${mib} MiB, the limit for a value.`
  return { code: 'VALUE_TOO_LARGE', message }
}

function kindOf(value: unknown): string {
  return value === null || value === undefined ? String(value) : typeof value
}

function stepFails(step: Step, failure: Failure): Decision {
  return { do: 'record', event: { type: 'step-failed', ...placeOf(step), failure } }
}

/** The fields that identify a step in events. */
export function placeOf({ node, scope }: Step): { node: number; scope?: string } {
  return scope.path === '' ? { node } : { node, scope: scope.path }
}
