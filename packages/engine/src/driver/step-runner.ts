/** Runs the steps of one execution and turns their outcomes into events. */
import { placeOf, type Undated } from '../core/decide.ts'
import type { ExecutionEvent, Failure } from '../core/events.ts'
import { parsedAfter } from '../core/parsed-values.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { Settings } from '../core/step-config.ts'
import type { DriverNeeds, ExecutionRecord, Outcome, Task } from '../ports.ts'
import { attempt, limited } from './attempt.ts'
import { LoadedValues } from './loaded-values.ts'
import { eventAfter, eventOf, pinnedOutcome, withBranchValues, withWarnings } from './outcome.ts'
import { type Resolved, resolveStep } from './resolving.ts'
import { StepAbort } from './step-abort.ts'
import { nextAttempt, type TaskNeeds, taskFor } from './step-task.ts'
import { Suspension } from './suspension.ts'

export interface StepRunnerNeeds {
  readonly driver: Pick<DriverNeeds, 'runner' | 'clock' | 'startChild' | 'onStray'>
  readonly record: ExecutionRecord
  readonly state: ExecutionState
  /** False if the start of a pure step that does not return at once has to be recorded before it runs. */
  readonly mayRunAhead: () => boolean
  /** Called with the event of every finished step. */
  readonly onEvent: (event: ExecutionEvent, about: FinishedStep) => void
  /** Called when the settings of a step are resolved, so that it can start. */
  readonly onResolved: () => void
  /** Writes a note of a running step; resolves when it is durable. */
  readonly writeNote: (event: ExecutionEvent) => Promise<unknown>
}

export interface FinishedStep {
  /** True if the result can be computed again. */
  readonly isPure: boolean
  /** The values that are parsed for the steps after it. */
  readonly loaded: LoadedValues
}

export class StepRunner {
  readonly #needs: StepRunnerNeeds
  #running = NO_STEPS
  /** Settings of steps that have not started yet. */
  #resolved = NONE_RESOLVED
  /** For the next quick step. Can be reused because it was never aborted. */
  #spare: StepAbort | undefined

  constructor(needs: StepRunnerNeeds) {
    this.#needs = needs
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  /** True if something runs whose result can be computed again: a pure step, a condition, expressions of settings. */
  get isComputing(): boolean {
    for (const { isPure } of this.#running.values()) if (isPure) return true
    return false
  }

  isRunning(step: Step): boolean {
    return this.#running.has(step)
  }

  dated(event: Undated): ExecutionEvent {
    return { ...event, at: this.#needs.driver.clock.now() } as ExecutionEvent
  }

  /**
   * E4: true if `step-started` is recorded before the step runs. False for pure nodes, loop heads and pinned nodes; a
   * pure node with expressions has a start, which records their values.
   */
  needsStart(step: Step): boolean {
    const { record, state } = this.#needs
    if (step.loop !== undefined || pinnedOutcome(state, step) !== undefined) return false
    return record.plan.nodes[step.node]?.expressions !== undefined || !this.runsAhead(step)
  }

  /** True if a step may run before its start is durable. */
  runsAhead(step: Step): boolean {
    const { record, driver, mayRunAhead } = this.#needs
    const node = record.plan.nodes[step.node]
    return node === undefined || driver.runner.isQuick(node.type) || (mayRunAhead() && driver.runner.isPure(node.type))
  }

  /** The starts of pure steps that run and have none in the history. */
  startsOfRunning(): ExecutionEvent[] {
    const { state, record } = this.#needs
    const starts: ExecutionEvent[] = []
    for (const [step, { isPure, isResolving }] of this.#running) {
      const isLoopHead = (record.plan.nodes[step.node]?.heads ?? -1) >= 0
      if (isPure && !isResolving && !isLoopHead && state.ready.has(step)) starts.push(this.#started(step))
    }
    return starts
  }

  #started(step: Step, resolved?: { readonly settings: Settings }): ExecutionEvent {
    return this.dated({ type: 'step-started', ...placeOf(step), attempt: nextAttempt(step), ...resolved })
  }

  /** The start of a step, or its failure if its settings cannot be resolved; undefined while they are being resolved. */
  startOf(step: Step): ExecutionEvent | undefined {
    const resolved = this.#resolvedFor(step)
    if (resolved === 'later') return undefined
    this.#resolved.delete(step)
    if (resolved !== undefined && 'failure' in resolved) return eventOf(step, resolved, this.#timing())
    return this.#started(step, resolved)
  }

  #resolvedFor(step: Step): Resolved | undefined | 'later' {
    const known = this.#resolved.get(step)
    if (known !== undefined) return known
    if (this.#running.has(step)) return 'later'
    const { driver, record, state } = this.#needs
    const abort = new StepAbort()
    const needs = { runner: driver.runner, record, state, now: () => driver.clock.now() }
    const resolved = resolveStep(needs, step, abort.signal)
    if (!(resolved instanceof Promise)) return resolved
    const running = { abort, isPure: true, isResolving: true }
    this.#track(step, running)
    void resolved.then((result) => {
      // The step was cancelled, or the run was stopped, in the meantime.
      if (this.#running.get(step) !== running) return
      this.#running.delete(step)
      if (this.#resolved === NONE_RESOLVED) this.#resolved = new Map()
      this.#resolved.set(step, result)
      this.#needs.onResolved()
    })
    return 'later'
  }

  /** Runs a step without effects. Returns its event, or undefined if its result arrives later. */
  compute(step: Step): ExecutionEvent | undefined {
    const { state, driver } = this.#needs
    const pinned = pinnedOutcome(state, step)
    if (pinned !== undefined) return eventOf(step, pinned, this.#timing())
    if (this.#running.has(step)) return undefined
    const abort = this.#spare ?? new StepAbort()
    this.#spare = abort
    const task = this.#taskFor(step, abort)
    if ('code' in task) return eventOf(step, { failure: task }, this.#timing())
    const outcome = attempt(driver.runner, task)
    if (!(outcome instanceof Promise)) return eventOf(step, completed(outcome, task), this.#timing())
    // A node that calls the sandbox, or the condition of a loop.
    this.#spare = undefined
    void this.#finish(step, this.#add(step, abort, true), { outcome, task })
    return undefined
  }

  /** Runs a step whose start is in the journal. */
  launch(step: Step): void {
    if (this.#running.has(step)) return
    const { record, driver } = this.#needs
    const abort = new StepAbort()
    const running = this.#add(step, abort, driver.runner.isPure(record.plan.nodes[step.node]?.type ?? ''))
    const task = this.#taskFor(step, abort)
    const outcome = 'code' in task ? { failure: task } : attempt(driver.runner, task)
    void this.#finish(step, running, { outcome, task })
  }

  #add(step: Step, abort: StepAbort, isPure: boolean): Running {
    const running = { abort, isPure, isResolving: false }
    this.#track(step, running)
    return running
  }

  #track(step: Step, running: Running): void {
    if (this.#running === NO_STEPS) this.#running = new Map()
    this.#running.set(step, running)
  }

  async #finish(step: Step, running: Running, { outcome, task }: Run): Promise<void> {
    const { abort, isPure } = running
    const { driver, record, state, onEvent } = this.#needs
    const { clock, startChild, onStray } = driver
    const started = clock.now()
    const limitMs = record.plan.nodes[step.node]?.timeoutMs
    const result = await limited(clock, { outcome: Promise.resolve(outcome), limitMs, abort })
    if (this.#running.get(step) !== running) return
    const event = await eventAfter(step, completed(result, task), {
      timing: this.#timing(clock.now() - started),
      runner: driver.runner,
      startChild: async (request) => ('code' in task ? '' : ((await startChild?.(task, request)) ?? '')),
    })
    const loaded = new LoadedValues(parsedAfter(state, event))
    if (!loaded.isEmpty) await loaded.load()
    if (this.#running.get(step) === running) {
      this.#running.delete(step)
      onEvent(event, { isPure, loaded })
    } else if (event.type === 'step-waits' && event.child !== undefined) onStray?.(event.child)
  }

  #taskFor(step: Step, abort: StepAbort): Task | Failure {
    return taskFor(this.#needs.state, step, { record: this.#needs.record, abort, note: this.#note })
  }

  readonly #note: TaskNeeds['note'] = async ({ step, abort }, { key, value, sofar: { logs, usage, models } = {} }) => {
    // A node may keep running after its abort; its notes are rejected.
    if (abort.isAborted || this.#running.get(step)?.abort !== abort)
      throw new Error('Notes are not accepted after the step has ended.')
    const sofar = { ...(logs && { logs }), ...(usage && { usage }), ...(models && { models }) }
    await this.#needs.writeNote(this.dated({ type: 'step-noted', ...placeOf(step), key, value, ...sofar }))
  }

  #timing(ms = 0) {
    return { at: this.#needs.driver.clock.now(), ms, record: this.#needs.record }
  }

  /** Aborts steps that the history no longer runs: the execution was cancelled, or their loop round ended. */
  abortOrphans(): void {
    const { active, ready } = this.#needs.state
    for (const [step, { abort }] of this.#running) {
      // A pure step that runs ahead is still ready in the history.
      if (active.has(step) || ready.has(step)) continue
      abort.abort()
      this.#running.delete(step)
    }
    for (const step of this.#resolved.keys()) if (!ready.has(step)) this.#resolved.delete(step)
  }

  /** Aborts every step; each runs again from its history, or fails if it must not. */
  stop(): void {
    if (this.isIdle) return
    const reason = new Suspension('The step is run again from its history.')
    for (const { abort } of this.#running.values()) abort.abort(reason)
    // Late results are dropped: another run may have loaded the execution.
    this.#running.clear()
  }
}

/** Shared by all runs that have only computed quick steps; replaced before the first entry is added. */
const NO_STEPS = new Map<Step, Running>()
const NONE_RESOLVED = new Map<Step, Resolved>()

interface Running {
  readonly abort: StepAbort
  /** True if the result can be computed again. */
  readonly isPure: boolean
  /** True while the expressions of its settings are evaluated, before it starts. */
  readonly isResolving: boolean
}

interface Run {
  readonly outcome: Outcome | Promise<Outcome>
  readonly task: Task | Failure
}

function completed(outcome: Outcome, task: Task | Failure): Outcome {
  return withWarnings(withBranchValues(outcome, task), task)
}
