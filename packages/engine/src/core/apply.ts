/**
 * Folds one event into a state. Total: an event that does not fit (a late result of a step that was cancelled) changes
 * nothing. E2: same history, same state.
 */
import { sumOfUsage, TimeSlice } from '@millrace/model'
import { hasBehaviour } from './behaviour.ts'
import type { ExecutionEvent, Failure, Finished, StepCompleted, StepFailed } from './events.ts'
import { inputsOf } from './inputs.ts'
import type { IndexedPlan } from './plan-index.ts'
import { Spread } from './propagate.ts'
import { answer, ask, closeOrphans, dismiss } from './questions.ts'
import { countOver, stepAt } from './scopes.ts'
import { type ExecutionState, emptyState, type LoopRun, type Step } from './state.ts'
import { isOver } from './status.ts'

/** The state that a history adds up to. */
export function fold(index: IndexedPlan, events: Iterable<ExecutionEvent>): ExecutionState {
  const state = emptyState(index)
  for (const event of events) apply(state, event)
  // Whoever watches has been told of the past already; only what comes from here on is news.
  state.touched.clear()
  state.changed.clear()
  return state
}

/** The same for a history that may be long: other work gets its turns meanwhile. */
export async function foldInSlices(index: IndexedPlan, events: Iterable<ExecutionEvent>): Promise<ExecutionState> {
  const state = emptyState(index)
  const slice = new TimeSlice()
  for (const event of events) {
    apply(state, event)
    if (slice.isOver) await slice.next()
  }
  state.touched.clear()
  state.changed.clear()
  return state
}

export function apply(state: ExecutionState, event: ExecutionEvent): void {
  if (state.finishedAt !== undefined) return
  state.updatedAt = event.at
  change(state, event)
  if (state.open.size > 0) closeOrphans(state, event.at)
}

function change(state: ExecutionState, event: ExecutionEvent): void {
  switch (event.type) {
    case 'started':
      state.started = event
      state.isQueued = event.queued === true
      return
    case 'queued': {
      const { type: _, at: __, ...launch } = event
      if (state.started !== undefined) state.started = { ...state.started, ...launch }
      state.isQueued = true
      return
    }
    case 'released':
      return release(state, event.at)
    case 'paused':
    case 'resumed':
      state.isPaused = event.type === 'paused'
      return
    case 'timed-out':
      state.isTimedOut = true
      return
    case 'logged':
      state.logs.push({ at: event.at, step: undefined, line: event })
      return
    case 'finished':
      return finish(state, event)
    default:
      applyToStep(state, event)
  }
}

type StepEvent = Extract<ExecutionEvent, { readonly node: number }>

function applyToStep(state: ExecutionState, event: StepEvent): void {
  const scope = state.scopes.get(event.scope ?? '')
  if (scope === undefined) return
  const step = stepAt(state, scope, event.node)
  if (isOver(step.status)) return
  for (const line of event.logs ?? []) state.logs.push({ at: event.at, step, line })
  if (event.usage !== undefined) {
    step.usage = sumOfUsage(step.usage, event.usage)
    state.usage = sumOfUsage(state.usage, event.usage)
  }
  switch (event.type) {
    case 'step-started':
      return begin(state, step, event)
    case 'step-completed':
      return complete(state, step, event)
    case 'step-failed':
      return fail(state, step, event)
    case 'step-waits':
      countQuick(state, step, event)
      suspend(state, step, event.until)
      step.child = event.child
      step.outputs = event.outputs
      return
    case 'step-woken':
      return wake(state, step, event.at)
    case 'step-asks':
      countQuick(state, step, event)
      return ask(state, step, event)
    case 'step-answered':
      return answer(state, step, event)
    case 'step-unanswered':
      return dismiss(state, step, event)
    case 'step-noted':
      setNote(step, event.key, event.value)
      state.touched.add(step)
      return
    case 'loop-opened':
      return openLoop(state, step, event)
    case 'loop-checked':
      if (step.loop === undefined) return
      if (event.goesOn) new Spread(state, event.at).goOn(step.loop)
      else new Spread(state, event.at).stopLoop(step.loop)
  }
}

/** In place: a copy for every note would cost the square of their number. Not by assignment: a key may be __proto__. */
function setNote({ notes }: Step, key: string, value: unknown): void {
  Object.defineProperty(notes, key, { value, enumerable: true, configurable: true, writable: true })
}

function release(state: ExecutionState, at: number): void {
  if (state.root !== undefined) return
  state.status = 'running'
  state.releasedAt = at
  new Spread(state, at).begin()
  takeOver(state, at)
}

/** Results of an earlier execution stand in for their nodes, in the order in which those would have run. */
function takeOver(state: ExecutionState, at: number): void {
  const reused = state.started?.reused
  if (reused === undefined) return
  for (let step = nextReused(state, reused); step !== undefined; step = nextReused(state, reused)) {
    const { outputs, taken } = reused[step.node] ?? { outputs: {} }
    step.startedAt = at
    new Spread(state, at).completed(step, outputs, taken)
  }
}

function nextReused(state: ExecutionState, reused: Readonly<Record<string, unknown>>): Step | undefined {
  for (const step of state.ready) if (step.scope.path === '' && Object.hasOwn(reused, String(step.node))) return step
  return undefined
}

function begin(state: ExecutionState, step: Step, { at, attempt }: { at: number; attempt: number }): void {
  state.ready.delete(step)
  state.active.add(step)
  step.status = 'running'
  state.touched.add(step)
  step.until = undefined
  // After an answer it goes on with the attempt in which it asked.
  if (step.isResumed) {
    step.isResumed = false
    return
  }
  state.attempts++
  step.attempt = attempt
  countRun(state, step)
  if (attempt === 1) step.startedAt = at
}

/** Numbers the first attempt of a step among the runs of its node. */
function countRun({ runs }: ExecutionState, step: Step): void {
  if (step.run > 0) return
  const run = (runs[step.node] ?? 0) + 1
  runs[step.node] = run
  step.run = run
}

/** Takes in what a finished attempt said, and counts the steps of the flows that it ran. */
function takeIn(state: ExecutionState, { messages, steps = 0 }: StepCompleted | StepFailed): void {
  if (messages !== undefined) state.messages.push(...messages)
  state.attempts += steps
}

function complete(state: ExecutionState, step: Step, event: StepCompleted): void {
  countQuick(state, step, event)
  takeIn(state, event)
  const { ends } = event
  if (ends === undefined || !hasBehaviour(state, 2)) {
    new Spread(state, event.at).completed(step, event.outputs, event.taken)
    if (ends !== undefined) state.ending = ends
    return
  }
  // The ending is set first, so that a loop around the step opens no further round.
  state.ending = ends
  if (ends.status === 'failed') failRun(state, step, { at: event.at, failure: ends.failure ?? UNNAMED_FAILURE })
  else new Spread(state, event.at).completed(step, event.outputs, event.taken)
}

const UNNAMED_FAILURE: Failure = { code: 'FAILED', message: 'The node ended the run as failed.' }

/** A failure that ends the run: the step fails, and so does the head of every loop around it. */
function failRun(state: ExecutionState, step: Step, { at, failure }: { at: number; failure: Failure }): void {
  const spread = new Spread(state, at)
  step.failure = failure
  state.failing.add(step)
  spread.routed(step, failure)
  for (let { scope } = step; scope.run !== undefined; scope = scope.run.head.scope) {
    const { head } = scope.run
    head.failure = { ...failure, message: `Round ${scope.index + 1} failed: ${failure.message}` }
    state.failing.add(head)
    spread.failed(head)
  }
}

/** A quick step has no start of its own in the history. */
function countQuick(state: ExecutionState, step: Step, { at, ms }: { at: number; ms?: number }): void {
  if (state.active.has(step)) return
  if (step.isResumed) {
    step.isResumed = false
    return
  }
  state.attempts++
  step.attempt++
  countRun(state, step)
  step.startedAt = at - (ms ?? 0)
}

function fail(state: ExecutionState, step: Step, event: StepFailed): void {
  countQuick(state, step, event)
  takeIn(state, event)
  step.failure = event.failure
  if (event.retryAt !== undefined) {
    suspend(state, step, event.retryAt)
    return
  }
  const spread = new Spread(state, event.at)
  const survivor = loopThatGoesOn(step)
  if (state.index.plan.nodes[step.node]?.hasErrorEdge) spread.routed(step, event.failure)
  else if (survivor !== undefined) spread.abandoned(step, survivor)
  else {
    const node = state.index.plan.nodes[step.node]
    const message = `Node "${node?.label}" (${node?.id}) failed: ${event.failure.message}`
    const ending = { status: 'failed', failure: { ...event.failure, message } } as const
    if (!hasBehaviour(state, 2)) spread.routed(step, event.failure)
    else if (state.ending === undefined) {
      state.ending = ending
      failRun(state, step, event)
    } else spread.routed(step, event.failure)
    state.ending ??= ending
  }
}

function suspend(state: ExecutionState, step: Step, until: number | undefined): void {
  state.ready.delete(step)
  state.active.add(step)
  step.status = 'paused'
  state.touched.add(step)
  step.until = until
}

/** The innermost loop around a step that goes on after an error. */
function loopThatGoesOn({ scope }: Step): LoopRun | undefined {
  for (let run = scope.run; run !== undefined; run = run.head.scope.run) if (run.continueOnError) return run
  return undefined
}

function wake(state: ExecutionState, step: Step, at: number): void {
  if (step.status !== 'paused') return
  if (step.outputs !== undefined) {
    new Spread(state, at).completed(step, step.outputs)
    return
  }
  state.active.delete(step)
  step.status = 'pending'
  state.touched.add(step)
  step.until = undefined
  state.ready.add(step)
}

function openLoop(state: ExecutionState, head: Step, { at, total }: { at: number; total: number }): void {
  const node = state.index.plan.nodes[head.node]
  const { items, value } = inputsOf(state, head).values
  const { concurrency, continueOnError } = node?.config ?? {}
  begin(state, head, { at, attempt: 1 })
  const run: LoopRun = {
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
    value: value ?? null,
    exits: new Map(),
  }
  head.loop = run
  new Spread(state, at).opened(run)
}

function finish(state: ExecutionState, { at, status, failure }: Finished): void {
  for (const step of state.steps) {
    if (isOver(step.status)) continue
    // What ran when the end came was cut off; what never ran was skipped.
    step.status = state.active.has(step) ? 'cancelled' : 'skipped'
    countOver(state, step)
    state.touched.add(step)
    step.endedAt = at
  }
  state.ready.clear()
  state.active.clear()
  state.status = status
  state.failure = failure
  state.finishedAt = at
}
