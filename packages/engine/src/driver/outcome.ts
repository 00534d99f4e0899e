/** The event for the outcome of a step. */
import { tooLargeIn } from '@millrace/model'
import { placeOf } from '../core/decide.ts'
import type { ExecutionEvent, Failure, LogLine, StepCompleted, StepFailed } from '../core/events.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { ChildRequest, ExecutionRecord, Outcome, Runner, Task } from '../ports.ts'
import { failureOf } from './attempt.ts'
import { nextAttempt } from './step-task.ts'

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

/** The pinned outputs that replace running a node in a test run. */
export function pinnedOutcome(state: ExecutionState, step: Step): Outcome | undefined {
  const pinned = state.started?.isTest === true ? state.index.plan.nodes[step.node]?.pinned : undefined
  if (pinned === undefined) return undefined
  const { maxValueBytes = Number.POSITIVE_INFINITY } = state.started ?? {}
  const large = tooLargeIn(pinned, maxValueBytes)
  if (large !== undefined) return { failure: { code: 'VALUE_TOO_LARGE', message: large.message } }
  return { outputs: pinned, logs: [{ level: 'info', message: 'Pinned data was used instead of running this node.' }] }
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] }

/** The event for an outcome. Properties are assigned one by one: spreads cost more than most quick nodes. */
export function eventOf(step: Step, outcome: Outcome, timing: Timing): ExecutionEvent {
  if ('failure' in outcome && outcome.failure !== undefined) return failedEvent(step, outcome, outcome.failure, timing)
  const { at, ms } = timing
  if ('asks' in outcome) {
    return withMore({ type: 'step-asks', ...placeOf(step), at, ...outcome.asks, ...(ms > 0 ? { ms } : {}) }, outcome)
  }
  if ('goesOn' in outcome) {
    return withMore({ type: 'loop-checked', ...placeOf(step), at, goesOn: outcome.goesOn }, outcome)
  }
  if ('sleepUntil' in outcome) {
    const { sleepUntil: until, outputs } = outcome
    return withMore({ type: 'step-waits', ...placeOf(step), at, until, outputs }, outcome)
  }
  if ('child' in outcome) throw new Error('Child outcomes must be handled by eventAfter.')
  return completedEvent(step, outcome as Extract<Outcome, { taken?: readonly string[] }>, timing)
}

function completedEvent(
  { node, scope: { path } }: Step,
  outcome: Extract<Outcome, { taken?: readonly string[] }>,
  { at, ms }: Timing,
): ExecutionEvent {
  const { outputs, taken, ends } = outcome
  const event: Mutable<StepCompleted> =
    path === ''
      ? { type: 'step-completed', node, at, outputs }
      : { type: 'step-completed', node, scope: path, at, outputs }
  if (taken) event.taken = taken
  if (ends) event.ends = ends
  addMessagesAndSteps(event, outcome)
  if (ms > 0) event.ms = ms
  return withMore(event, outcome)
}

function failedEvent(step: Step, outcome: Outcome, failure: Failure, timing: Timing): ExecutionEvent {
  const { at, ms } = timing
  const retryAt = retryTime(step, failure, timing)
  const event: Mutable<StepFailed> = { type: 'step-failed', ...placeOf(step), at, failure }
  addMessagesAndSteps(event, outcome)
  if (ms > 0) event.ms = ms
  if (retryAt === undefined) return withMore(event, outcome)
  event.retryAt = retryAt
  return withMore(event, { ...outcome, logs: [...(outcome.logs ?? []), retryLine(step, failure)] })
}

/** Adds the log lines and usage of an outcome to its event. */
function withMore<E extends ExecutionEvent & Pick<StepCompleted, 'logs' | 'usage' | 'models'>>(
  event: Mutable<E>,
  { logs, usage, models }: Pick<Outcome, 'logs' | 'usage' | 'models'>,
): E {
  if (logs?.length) event.logs = logs
  if (usage !== undefined) event.usage = usage
  if (models !== undefined) event.models = models
  return event
}

/** Adds the messages and the steps of inner flows, which few outcomes have. */
function addMessagesAndSteps(event: Mutable<StepCompleted | StepFailed>, { messages, steps }: Outcome): void {
  if (messages !== undefined && messages.length > 0) event.messages = messages
  if (steps !== undefined) event.steps = steps
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
