/**
 * Folds one event into a state, in place, and returns what it changed. Total: an event that does not fit, such as the
 * late result of a cancelled step, changes nothing and is reported as not accepted. E2: same history, same state.
 */
import { sumOfUsage } from '@millrace/model'
import { hasBehaviour } from './behaviour.ts'
import { type MutableChange, newChange } from './change.ts'
import type { ExecutionEvent, Failure, Finished, Queued, StepCompleted, StepFailed } from './events.ts'
import { inputsOf } from './inputs.ts'
import type { IndexedPlan } from './plan-index.ts'
import { countOver } from './progress.ts'
import { completeStep, continueLoop, endLoop, failRound, failStep, openExecution, openLoop } from './propagate.ts'
import { Propagation } from './propagation.ts'
import { answer, ask, closeOrphans, dismiss } from './questions.ts'
import { emptyState, type MutableLoopRun, type MutableState, type MutableStep } from './state.ts'
import { isOver, type StepStatus, setExecutionStatus } from './status.ts'

/** The state that a history adds up to. */
export function fold(index: IndexedPlan, events: Iterable<ExecutionEvent>): MutableState {
  const state = emptyState(index)
  const change = newChange()
  for (const event of events) apply(state, event, change)
  return state
}

/** Folds one event into a state. Adds what changed to `change`, and returns it. */
export function apply(state: MutableState, event: ExecutionEvent, change = newChange()): MutableChange {
  change.accepted = false
  if (state.finishedAt !== undefined) return change
  state.updatedAt = event.at
  const on = new Propagation(state, event.at, change)
  change.accepted = applyTo(on, event)
  if (state.open.size > 0) closeOrphans(on)
  return change
}

function applyTo(on: Propagation, event: ExecutionEvent): boolean {
  const { state } = on
  switch (event.type) {
    case 'started':
      state.started = event
      state.isQueued = event.queued === true
      return true
    case 'queued':
      return enqueue(state, event)
    case 'released':
      return release(on)
    case 'paused':
    case 'resumed':
      state.isPaused = event.type === 'paused'
      return true
    case 'timed-out':
      state.isTimedOut = true
      return true
    case 'logged':
      state.logs.push({ at: event.at, step: undefined, line: event })
      return true
    case 'finished':
      return finish(on, event)
    default:
      return applyToStep(on, event)
  }
}

type StepEvent = Extract<ExecutionEvent, { readonly node: number }>

/** The statuses of a step in which each event can happen to it. */
const FITS = {
  'step-started': ['pending'],
  'step-completed': ['pending', 'running', 'paused'],
  'step-failed': ['pending', 'running', 'paused'],
  'step-waits': ['pending', 'running'],
  'step-woken': ['paused'],
  'step-asks': ['pending', 'running'],
  'step-answered': ['interrupted'],
  'step-unanswered': ['interrupted'],
  'step-noted': ['pending', 'running'],
  'loop-opened': ['pending'],
  'loop-checked': ['running'],
} as const satisfies Record<StepEvent['type'], readonly StepStatus[]>

function applyToStep(on: Propagation, event: StepEvent): boolean {
  const { state } = on
  const step = state.scopes.get(event.scope ?? '')?.steps[state.index.nodePlace[event.node] ?? -1]
  const fits: readonly StepStatus[] = FITS[event.type]
  if (step === undefined || step.node !== event.node || !fits.includes(step.status)) return false
  if (event.logs !== undefined) for (const line of event.logs) state.logs.push({ at: event.at, step, line })
  if (event.usage !== undefined) {
    step.usage = sumOfUsage(step.usage, event.usage)
    state.usage = sumOfUsage(state.usage, event.usage)
  }
  switch (event.type) {
    case 'step-started':
      begin(on, step, event.attempt)
      return true
    case 'step-completed':
      complete(on, step, event)
      return true
    case 'step-failed':
      fail(on, step, event)
      return true
    case 'step-waits':
      countQuick(on, step, event)
      suspend(on, step, event.until)
      step.child = event.child
      step.outputs = event.outputs
      return true
    case 'step-woken':
      wake(on, step)
      return true
    case 'step-asks':
      countQuick(on, step, event)
      ask(on, step, event)
      return true
    case 'step-answered':
      return answer(on, step, event)
    case 'step-unanswered':
      return dismiss(on, step, event)
    case 'step-noted':
      setNote(step, event.key, event.value)
      on.change.steps.add(step)
      return true
    case 'loop-opened':
      beginLoop(on, step, event.total)
      return true
    case 'loop-checked':
      if (step.loop === undefined) return false
      if (event.goesOn) continueLoop(on, step.loop)
      else endLoop(on, step.loop)
      return true
  }
}

function enqueue(state: MutableState, { type: _, at: __, ...launch }: Queued): boolean {
  if (state.started === undefined) return false
  state.started = { ...state.started, ...launch }
  state.isQueued = true
  return true
}

/** In place: a copy per note would cost O(n²). Not by assignment: a key may be `__proto__`. */
function setNote({ notes }: MutableStep, key: string, value: unknown): void {
  Object.defineProperty(notes, key, { value, enumerable: true, configurable: true, writable: true })
}

function release(on: Propagation): boolean {
  const { state, at } = on
  if (state.root !== undefined) return false
  setExecutionStatus(state, 'running')
  state.releasedAt = at
  openExecution(on)
  completeReused(on)
  return true
}

/** Completes the steps whose results are reused from an earlier execution, in the order in which they become ready. */
function completeReused(on: Propagation): void {
  const reused = on.state.started?.reused
  if (reused === undefined) return
  for (let step = nextReused(on.state, reused); step !== undefined; step = nextReused(on.state, reused)) {
    step.startedAt = on.at
    completeStep(on, step, reused[step.node] ?? { outputs: {} })
  }
}

function nextReused(state: MutableState, reused: Readonly<Record<string, unknown>>): MutableStep | undefined {
  for (const step of state.ready) if (step.scope.path === '' && Object.hasOwn(reused, String(step.node))) return step
  return undefined
}

function begin(on: Propagation, step: MutableStep, attempt: number): void {
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
  if (attempt === 1) step.startedAt = on.at
}

/** Numbers the first attempt of a step among the runs of its node. */
function countRun({ runs }: MutableState, step: MutableStep): void {
  if (step.run > 0) return
  const run = (runs[step.node] ?? 0) + 1
  runs[step.node] = run
  step.run = run
}

/** Counts the attempt of a quick step: it has no `step-started` event. */
function countQuick({ state }: Propagation, step: MutableStep, { at, ms }: { at: number; ms?: number }): void {
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

/** Keeps the messages of a finished attempt, and counts the steps of the flows that it ran. */
function addMessages(state: MutableState, { messages, steps = 0 }: StepCompleted | StepFailed): void {
  if (messages !== undefined) state.messages.push(...messages)
  state.attempts += steps
}

function complete(on: Propagation, step: MutableStep, event: StepCompleted): void {
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
    if (!isOver(head.status)) on.end(head, 'failed')
  }
}

function fail(on: Propagation, step: MutableStep, event: StepFailed): void {
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

function suspend(on: Propagation, step: MutableStep, until: number | undefined): void {
  on.state.ready.delete(step)
  on.state.active.add(step)
  on.setStatus(step, 'paused')
  step.until = until
}

function wake(on: Propagation, step: MutableStep): void {
  if (step.outputs !== undefined) return completeStep(on, step, { outputs: step.outputs })
  on.state.active.delete(step)
  on.setStatus(step, 'pending')
  step.until = undefined
  on.state.ready.add(step)
}

function beginLoop(on: Propagation, head: MutableStep, total: number): void {
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

function finish(on: Propagation, { at, status, failure }: Finished): boolean {
  const { state } = on
  // Before it runs, an execution can only be cancelled.
  if (state.root === undefined && status !== 'cancelled') return false
  for (const step of state.steps) {
    if (isOver(step.status)) continue
    on.setStatus(step, statusAtEnd(state, step))
    countOver(state, step)
    step.endedAt = at
  }
  state.ready.clear()
  state.active.clear()
  setExecutionStatus(state, status)
  state.failure = failure
  state.finishedAt = at
  return true
}

/** A step that ran or waited when its execution ended was cancelled; one that had not started was skipped. */
function statusAtEnd({ active }: MutableState, step: MutableStep): 'cancelled' | 'skipped' {
  return active.has(step) ? 'cancelled' : 'skipped'
}
