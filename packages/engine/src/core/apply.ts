/**
 * Folds one event into a state, in place, and returns what it changed. Total: an event that does not fit, such as the
 * late result of a cancelled step, changes nothing and is reported as not accepted. E2: same history, same state.
 */
import { type EndedStepStatus, isStepOver, type StepStatus, sumOfUsage } from '@millrace/model'
import { type MutableChange, newChange } from './change.ts'
import type { ExecutionEvent, Finished, Queued } from './events.ts'
import type { IndexedPlan } from './plan-index.ts'
import { countOver } from './progress.ts'
import { completeStep, continueLoop, endLoop, openExecution } from './propagate.ts'
import { Propagation } from './propagation.ts'
import { answer, ask, closeOrphans, dismiss } from './questions.ts'
import { emptyState, type MutableState, type MutableStep } from './state.ts'
import { setExecutionStatus } from './status.ts'
import { begin, beginLoop, complete, countQuick, fail, setNote, suspend, wake } from './step-events.ts'

/** Folds a history to a state. */
export function fold(index: IndexedPlan, events: Iterable<ExecutionEvent>): MutableState {
  const state = emptyState(index)
  const change = newChange()
  for (const event of events) apply(state, event, change)
  return state
}

/** Applies one event to a state. Adds what changed to `change`, and returns it. */
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
      if (event.settings !== undefined) step.settings = event.settings
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
      step.waited = { at: event.at, until: event.until, child: event.child }
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
    on.change.started.add(step)
    completeStep(on, step, reused[step.node] ?? { outputs: {} })
  }
}

function nextReused(state: MutableState, reused: Readonly<Record<string, unknown>>): MutableStep | undefined {
  for (const step of state.ready) if (step.scope.path === '' && Object.hasOwn(reused, String(step.node))) return step
  return undefined
}

function finish(on: Propagation, { at, status, failure }: Finished): boolean {
  const { state } = on
  // Before it runs, an execution can only be cancelled.
  if (state.root === undefined && status !== 'cancelled') return false
  for (const step of state.steps) {
    if (isStepOver(step.status)) continue
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
function statusAtEnd({ active }: MutableState, step: MutableStep): EndedStepStatus {
  return active.has(step) ? 'cancelled' : 'skipped'
}
