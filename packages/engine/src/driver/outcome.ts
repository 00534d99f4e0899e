/** The task of a step, and the event for its outcome. */

import { tooLargeIn } from '@millrace/model'
import { hasBehaviour } from '../core/behaviour.ts'
import { maxStepsOf, placeOf } from '../core/decide.ts'
import type { ExecutionEvent, Failure, LogLine } from '../core/events.ts'
import { launchValues, portsOf } from '../core/inputs.ts'
import { repliesOf } from '../core/questions.ts'
import { expressionScope } from '../core/settings.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { ChildRequest, ExecutionRecord, Outcome, Runner, Task } from '../ports.ts'
import { failureOf } from './attempt.ts'
import { factsOf, loadedScope } from './resolving.ts'

/** The task of a step, or the failure that prevents it from running. */
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
  // E5: the same for all attempts, so that a receiver recognises a call that timed out and is repeated.
  const key = `${record.id}:${node?.id}:${step.scope.path}`
  return {
    record,
    node: step.node,
    scope: step.scope.path,
    attempt,
    inputs: isWhile ? { ...values, value: step.loop?.value } : values,
    ...(step.settings && { settings: step.settings }),
    toolScope: (expressions, args) =>
      loadedScope(expressionScope(state, step, { expressions, facts: factsOf(record, step.startedAt), inputs: args })),
    launch: launchFor(state, node?.id ?? '', node?.trigger === 'start'),
    round: step.loop?.next ?? 0,
    idempotencyKey: hasBehaviour(state, 2) ? key : `${key}:${attempt}`,
    signal,
    replies: repliesOf(step),
    // A copy: notes of this attempt must not appear among those of earlier ones.
    notes: { ...step.notes },
    note,
    conversation: conversationOf(state),
    ...stepsOf(state, step),
    warnings,
  }
}

const NO_MESSAGES: Task['conversation'] = []

/** The messages before the run and those of its steps so far. Copied only if a step has added one. */
function conversationOf({ started, messages }: ExecutionState): Task['conversation'] {
  const before = started?.conversation ?? NO_MESSAGES
  return messages.length === 0 ? before : [...before, ...messages]
}

function stepsOf(state: ExecutionState, { status }: Step): Pick<Task, 'steps'> {
  const max = maxStepsOf(state)
  if (max === undefined) return {}
  return { steps: { max, left: Math.max(0, max - state.attempts - (status === 'running' ? 0 : 1)) } }
}

/** Adds the warnings about the inputs to the log of an outcome. */
export function withWarnings(outcome: Outcome, task: Task | Failure): Outcome {
  if ('code' in task || task.warnings.length === 0) return outcome
  const lines = task.warnings.map((message) => ({ level: 'warning' as const, message }))
  return { ...outcome, logs: [...lines, ...(outcome.logs ?? [])] }
}

/** Adds the incoming value to the branches that a node took, for the data ports behind them. */
export function withBranchValues(outcome: Outcome, task: Task | Failure): Outcome {
  if ('code' in task || !('taken' in outcome) || outcome.taken === undefined) return outcome
  const { passes } = task.record.plan.nodes[task.node] ?? {}
  if (passes === undefined || task.inputs[passes] === undefined) return outcome
  const values = Object.fromEntries(outcome.taken.map((branch) => [branch, task.inputs[passes]]))
  return { ...outcome, outputs: { ...values, ...outcome.outputs } }
}

/** The number of the next attempt. A step that was interrupted by a crash, or that asked, continues its attempt. */
export function nextAttempt(step: Step): number {
  return step.status === 'running' || step.isResumed ? step.attempt : step.attempt + 1
}

/** The launch inputs of a node. A start node also gets every input that is not named after a node. */
function launchFor(state: ExecutionState, nodeId: string, isStart: boolean): Record<string, unknown> {
  const own = launchValues(state, nodeId) ?? {}
  if (!isStart) return own
  const ids = new Set(state.index.plan.nodes.map((node) => node.id))
  const rest = Object.entries(state.started?.inputs ?? {}).filter(([key]) => !ids.has(key))
  return { ...Object.fromEntries(rest), ...own }
}

/** The pinned outputs that replace running a node in a test run. */
export function pinnedOutcome(state: ExecutionState, step: Step): Outcome | undefined {
  const pinned = state.started?.isTest === true ? state.index.plan.nodes[step.node]?.pinned : undefined
  if (pinned === undefined) return undefined
  const { maxValueBytes = Number.POSITIVE_INFINITY } = state.started ?? {}
  const large = tooLargeIn(pinned, maxValueBytes)
  if (large !== undefined) return { failure: { code: 'VALUE_TOO_LARGE', message: large.message } }
  return { outputs: pinned, logs: [{ level: 'info', message: 'Pinned data was used instead of running this node.' }] }
}

/** The event for an outcome. */
export function eventOf(step: Step, outcome: Outcome, { at, ms, record }: Timing): ExecutionEvent {
  const place = {
    ...placeOf(step),
    at,
    ...(outcome.logs?.length ? { logs: outcome.logs } : {}),
    ...(outcome.usage === undefined ? {} : { usage: outcome.usage }),
  }
  const extras = messagesAndStepsOf(outcome)
  if ('failure' in outcome && outcome.failure !== undefined) {
    const retryAt = retryTime(step, outcome.failure, { at, ms, record })
    return {
      type: 'step-failed',
      ...place,
      ...(retryAt === undefined ? {} : { logs: [...(outcome.logs ?? []), retryLine(step, outcome.failure)] }),
      failure: outcome.failure,
      ...extras,
      ...(ms > 0 ? { ms } : {}),
      ...(retryAt === undefined ? {} : { retryAt }),
    }
  }
  if ('asks' in outcome) return { type: 'step-asks', ...place, ...outcome.asks, ...(ms > 0 ? { ms } : {}) }
  if ('goesOn' in outcome) return { type: 'loop-checked', ...place, goesOn: outcome.goesOn }
  if ('sleepUntil' in outcome)
    return { type: 'step-waits', ...place, until: outcome.sleepUntil, outputs: outcome.outputs }
  if ('child' in outcome) throw new Error('Child outcomes must be handled by eventAfter.')
  const { outputs, taken, ends } = outcome as Extract<Outcome, { taken?: readonly string[] }>
  return {
    type: 'step-completed',
    ...place,
    outputs,
    ...(taken ? { taken } : {}),
    ...(ends ? { ends } : {}),
    ...extras,
    ...(ms > 0 ? { ms } : {}),
  }
}

/** Messages and steps of inner flows; undefined for the many outcomes that have neither. */
function messagesAndStepsOf({ messages = [], steps }: Outcome): Pick<Outcome, 'messages' | 'steps'> | undefined {
  if (messages.length === 0 && steps === undefined) return undefined
  return { ...(messages.length > 0 && { messages }), ...(steps !== undefined && { steps }) }
}

interface ChildNeeds {
  readonly timing: Timing
  readonly startChild: (request: ChildRequest) => Promise<string>
  readonly runner: Pick<Runner, 'childOutputs'>
}

/** The event that an outcome becomes, after starting the child execution that it may ask for. */
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

/** Once a retry succeeds, the job no longer shows the error; the log does. */
function retryLine(step: Step, { code, message }: Failure): LogLine {
  return { level: 'warning', message: `Attempt ${nextAttempt(step)} failed (${code}) and is retried: ${message}` }
}

interface Timing {
  readonly at: number
  readonly ms: number
  readonly record: ExecutionRecord
}

const MAX_RETRY_AFTER_MS = 3_600_000

/** When a failed attempt is repeated, if at all. The jitter is derived from ids, so that it is the same on every replay. */
function retryTime(step: Step, failure: Failure, { at, record }: Timing): number | undefined {
  const policy = record.plan.nodes[step.node]?.retry
  const attempt = nextAttempt(step)
  if (policy === undefined || failure.retryable !== true || attempt >= policy.maxAttempts) return undefined
  const full = Math.min(policy.maxDelayMs, policy.delayMs * policy.factor ** (attempt - 1))
  const chance = fraction(`${record.id}:${step.node}:${step.scope.path}:${attempt}`)
  const own = Math.round(full * (1 - policy.jitter * chance))
  // Prefer the server's Retry-After (capped) over our own back-off.
  return at + Math.max(own, Math.min(failure.retryAfterMs ?? 0, MAX_RETRY_AFTER_MS))
}

/** A number from 0 to 1, derived from a text (FNV-1a). */
function fraction(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) / 0x1_0000_0000
}
