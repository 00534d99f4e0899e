/** The effects of each step event on the step and the rest of the graph. */
import { isStepOver } from '@millrace/model'
import { hasBehaviour } from './behaviour.ts'
import type { Failure, StepCompleted, StepFailed } from './events.ts'
import { inputsOf } from './inputs.ts'
import { completeStep, failRound, failStep, openLoop } from './propagate.ts'
import type { Propagation } from './propagation.ts'
import { NO_NOTES } from './scopes.ts'
import type { MutableLoopRun, MutableState, MutableStep } from './state.ts'

export function begin(on: Propagation, step: MutableStep, attempt: number): void {
  const { state } = on
  state.ready.delete(step)
  state.active.add(step)
  on.setStatus(step, 'running')
  step.until = undefined
  // After an answer, the step continues the attempt in which it asked.
  if (step.isResumed) {
    step.isResumed = false
    return
  }
  state.attempts++
  step.attempt = attempt
  countRun(state, step)
  if (attempt !== 1) return
  step.startedAt = on.at
  on.change.started.add(step)
}

/** Numbers the first attempt of a step among the runs of its node. */
function countRun({ runs }: MutableState, step: MutableStep): void {
  if (step.run > 0) return
  const run = (runs[step.node] ?? 0) + 1
  runs[step.node] = run
  step.run = run
}

/** Counts the attempt of a quick step: it has no `step-started` event. */
export function countQuick(
  { state, change }: Propagation,
  step: MutableStep,
  { at, ms }: { at: number; ms?: number },
): void {
  if (state.active.has(step)) return
  if (step.isResumed) {
    step.isResumed = false
    return
  }
  state.attempts++
  step.attempt++
  countRun(state, step)
  step.startedAt = at - (ms ?? 0)
  if (step.attempt === 1) change.started.add(step)
}

/** Stores the messages of a finished attempt, and counts the steps of the flows that it ran. */
function addMessages(state: MutableState, { messages, steps = 0 }: StepCompleted | StepFailed): void {
  if (messages !== undefined) state.messages.push(...messages)
  state.attempts += steps
}

export function complete(on: Propagation, step: MutableStep, event: StepCompleted): void {
  const { state } = on
  countQuick(on, step, event)
  addMessages(state, event)
  const { ends } = event
  if (ends === undefined || !hasBehaviour(state, 2)) {
    completeStep(on, step, event)
    if (ends !== undefined) state.ending = ends
    return
  }
  // The ending is set first, so that a loop around the step opens no further round.
  state.ending = ends
  if (ends.status === 'failed') failRun(on, step, ends.failure ?? UNNAMED_FAILURE)
  else completeStep(on, step, event)
}

const UNNAMED_FAILURE: Failure = { code: 'FAILED', message: 'The node ended the run as failed.' }

/** A failure that ends the run: the step fails, and so does the head of every loop around it. */
function failRun(on: Propagation, step: MutableStep, failure: Failure): void {
  const { state } = on
  step.failure = failure
  state.failing.add(step)
  failStep(on, step, failure)
  for (let { scope } = step; scope.run !== undefined; scope = scope.run.head.scope) {
    const { head } = scope.run
    head.failure = { ...failure, message: `Round ${scope.index + 1} failed: ${failure.message}` }
    state.failing.add(head)
    if (!isStepOver(head.status)) on.end(head, 'failed')
  }
}

export function fail(on: Propagation, step: MutableStep, event: StepFailed): void {
  const { state } = on
  countQuick(on, step, event)
  addMessages(state, event)
  step.failure = event.failure
  if (event.retryAt !== undefined) return suspend(on, step, event.retryAt)
  const node = state.index.plan.nodes[step.node]
  const survivor = loopThatContinues(step)
  if (node?.hasErrorEdge) return failStep(on, step, event.failure)
  if (survivor !== undefined) return failRound(on, step, survivor)
  const message = `Node "${node?.label}" (${node?.id}) failed: ${event.failure.message}`
  const ending = { status: 'failed', failure: { ...event.failure, message } } as const
  if (hasBehaviour(state, 2) && state.ending === undefined) {
    state.ending = ending
    return failRun(on, step, event.failure)
  }
  failStep(on, step, event.failure)
  state.ending ??= ending
}

/** The innermost loop around a step that continues after an error. */
function loopThatContinues({ scope }: MutableStep): MutableLoopRun | undefined {
  for (let run = scope.run; run !== undefined; run = run.head.scope.run) if (run.continueOnError) return run
  return undefined
}

export function suspend(on: Propagation, step: MutableStep, until: number | undefined): void {
  on.state.ready.delete(step)
  on.state.active.add(step)
  on.setStatus(step, 'paused')
  step.until = until
}

export function wake(on: Propagation, step: MutableStep): void {
  if (step.outputs !== undefined) return completeStep(on, step, { outputs: step.outputs })
  on.state.active.delete(step)
  on.setStatus(step, 'pending')
  step.until = undefined
  on.state.ready.add(step)
}

export function beginLoop(on: Propagation, head: MutableStep, total: number): void {
  const node = on.state.index.plan.nodes[head.node]
  const { items, value } = inputsOf(on.state, head).values
  const { concurrency, continueOnError } = node?.config ?? {}
  begin(on, head, 1)
  const run: MutableLoopRun = {
    loop: node?.heads ?? -1,
    head,
    items: Array.isArray(items) ? items : [],
    total,
    concurrency: typeof concurrency === 'number' ? Math.max(1, concurrency) : 1,
    continueOnError: continueOnError === true,
    next: 0,
    open: new Set(),
    done: [],
    results: [],
    resultsSize: 0,
    value: value ?? null,
    exits: new Map(),
  }
  head.loop = run
  openLoop(on, run)
}

/** In place: a copy per note would cost O(n²). Not by assignment: a key may be `__proto__`. */
export function setNote(step: MutableStep, key: string, value: unknown): void {
  if (step.notes === NO_NOTES) step.notes = {}
  Object.defineProperty(step.notes, key, { value, enumerable: true, configurable: true, writable: true })
}
