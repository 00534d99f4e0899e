/** Turns a decision to run a step into the events that come of it: inputs, pins, attempts, retries. */

import { hasBehaviour } from '../core/behaviour.ts'
import { maxStepsOf, placeOf } from '../core/decide.ts'
import type { ExecutionEvent, Failure, LogLine } from '../core/events.ts'
import { launchValues, portsOf } from '../core/inputs.ts'
import { repliesOf } from '../core/questions.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { ChildRequest, ExecutionRecord, Outcome, Runner, Task } from '../ports.ts'
import { failureOf } from './attempt.ts'

/** What a step is about to be run with, or why it cannot be. */
export function taskFor(
  state: ExecutionState,
  step: Step,
  { record, signal, note }: Pick<Task, 'record' | 'signal' | 'note'>,
): Task | Failure {
  const { values, failure, warnings } = portsOf(state, step)
  if (failure !== undefined) return failure
  const node = record.plan.nodes[step.node]
  const attempt = nextAttempt(step)
  const isWhile = step.loop !== undefined
  // The same for all attempts: a call that timed out and is made again must be recognised by its receiver.
  const key = `${record.id}:${node?.id}:${step.scope.path}`
  return {
    record,
    node: step.node,
    scope: step.scope.path,
    attempt,
    inputs: isWhile ? { ...values, value: step.loop?.value } : values,
    launch: launchFor(state, node?.id ?? '', node?.trigger === 'start'),
    round: step.loop?.next ?? 0,
    idempotencyKey: hasBehaviour(state, 2) ? key : `${key}:${attempt}`,
    signal,
    replies: repliesOf(step),
    // A copy: what this attempt notes itself is not what an earlier one left.
    notes: { ...step.notes },
    note,
    conversation: [...(state.started?.conversation ?? []), ...state.messages],
    ...stepsOf(state, step),
    warnings,
  }
}

function stepsOf(state: ExecutionState, { status }: Step): Pick<Task, 'steps'> {
  const max = maxStepsOf(state)
  if (max === undefined) return {}
  return { steps: { max, left: Math.max(0, max - state.attempts - (status === 'running' ? 0 : 1)) } }
}

/** An outcome with what was odd about the inputs in its log. */
export function withWarnings(outcome: Outcome, task: Task | Failure): Outcome {
  if ('code' in task || task.warnings.length === 0) return outcome
  const lines = task.warnings.map((message) => ({ level: 'warning' as const, message }))
  return { ...outcome, logs: [...lines, ...(outcome.logs ?? [])] }
}

/** The number of the attempt that comes next; one that was cut off, or asked, is still in the one it had begun. */
export function nextAttempt(step: Step): number {
  return step.status === 'running' || step.isResumed ? step.attempt : step.attempt + 1
}

/** What the launch brought for a node; a start gets everything that names no node. */
function launchFor(state: ExecutionState, nodeId: string, isStart: boolean): Record<string, unknown> {
  const own = launchValues(state, nodeId) ?? {}
  if (!isStart) return own
  const ids = new Set(state.index.plan.nodes.map((node) => node.id))
  const rest = Object.entries(state.started?.inputs ?? {}).filter(([key]) => !ids.has(key))
  return { ...Object.fromEntries(rest), ...own }
}

/** Outputs that stand in for running a node. */
export function pinnedOutcome(state: ExecutionState, step: Step): Outcome | undefined {
  const pinned = state.started?.isTest === true ? state.index.plan.nodes[step.node]?.pinned : undefined
  if (pinned === undefined) return undefined
  return { outputs: pinned, logs: [{ level: 'info', message: 'Pinned data was used instead of running this node.' }] }
}

/** The event that an outcome amounts to. */
export function eventOf(step: Step, outcome: Outcome, { at, ms, record }: Timing): ExecutionEvent {
  const place = {
    ...placeOf(step),
    at,
    ...(outcome.logs?.length ? { logs: outcome.logs } : {}),
    ...(outcome.usage === undefined ? {} : { usage: outcome.usage }),
  }
  const said = {
    ...(outcome.messages?.length ? { messages: outcome.messages } : {}),
    ...(outcome.steps === undefined ? {} : { steps: outcome.steps }),
  }
  if ('failure' in outcome && outcome.failure !== undefined) {
    const retryAt = retryTime(step, outcome.failure, { at, ms, record })
    return {
      type: 'step-failed',
      ...place,
      ...(retryAt === undefined ? {} : { logs: [...(outcome.logs ?? []), retryLine(step, outcome.failure)] }),
      failure: outcome.failure,
      ...said,
      ...(ms > 0 ? { ms } : {}),
      ...(retryAt === undefined ? {} : { retryAt }),
    }
  }
  if ('asks' in outcome) return { type: 'step-asks', ...place, ...outcome.asks, ...(ms > 0 ? { ms } : {}) }
  if ('goesOn' in outcome) return { type: 'loop-checked', ...place, goesOn: outcome.goesOn }
  if ('sleepUntil' in outcome)
    return { type: 'step-waits', ...place, until: outcome.sleepUntil, outputs: outcome.outputs }
  if ('child' in outcome) throw new Error('a child is started by the driver')
  const { outputs, taken, ends } = outcome as Extract<Outcome, { taken?: readonly string[] }>
  return {
    type: 'step-completed',
    ...place,
    outputs,
    ...(taken ? { taken } : {}),
    ...(ends ? { ends } : {}),
    ...said,
    ...(ms > 0 ? { ms } : {}),
  }
}

interface ChildNeeds {
  readonly timing: Timing
  readonly startChild: (request: ChildRequest) => Promise<string>
  readonly runner: Pick<Runner, 'childOutputs'>
}

/** The same, where another workflow may have to be started first. */
export async function eventAfter(
  step: Step,
  outcome: Outcome,
  { timing, startChild, runner }: ChildNeeds,
): Promise<ExecutionEvent> {
  if (!('child' in outcome)) return eventOf(step, outcome, timing)
  try {
    const child = await startChild(outcome.child)
    if (!outcome.child.wait)
      return eventOf(step, { outputs: runner.childOutputs({ id: child, outputs: null }) }, timing)
    return { type: 'step-waits', ...placeOf(step), at: timing.at, child }
  } catch (error) {
    return eventOf(step, { failure: failureOf(error) }, timing)
  }
}

/** A job that gets over its error does not show it any more, so the log has to. */
function retryLine(step: Step, { code, message }: Failure): LogLine {
  return { level: 'warning', message: `Attempt ${nextAttempt(step)} failed (${code}) and is made again: ${message}` }
}

interface Timing {
  readonly at: number
  readonly ms: number
  readonly record: ExecutionRecord
}

const MAX_RETRY_AFTER_MS = 3_600_000

/** When a failed attempt is repeated, if it is. Chance comes from the ids, so that the same history repeats itself. */
function retryTime(step: Step, failure: Failure, { at, record }: Timing): number | undefined {
  const policy = record.plan.nodes[step.node]?.retry
  const attempt = nextAttempt(step)
  if (policy === undefined || failure.retryable !== true || attempt >= policy.maxAttempts) return undefined
  const full = Math.min(policy.maxDelayMs, policy.delayMs * policy.factor ** (attempt - 1))
  const chance = fraction(`${record.id}:${step.node}:${step.scope.path}:${attempt}`)
  const own = Math.round(full * (1 - policy.jitter * chance))
  // Whoever is overrun says how long; within reason that counts for more than the policy.
  return at + Math.max(own, Math.min(failure.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** A number from 0 to 1 that a text always gives (FNV-1a). */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}
