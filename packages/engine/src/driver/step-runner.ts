/** Runs the steps of one execution and turns their outcomes into events. */
import { placeOf, type Undated } from '../core/decide.ts'
import type { ExecutionEvent, Failure } from '../core/events.ts'
import { parsedAfter } from '../core/parsed-values.ts'
import type { ExecutionState, Step } from '../core/state.ts'
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
  /** Called with the event of every finished step, and the values that are parsed for the steps after it. */
  readonly onEvent: (event: ExecutionEvent, loaded: LoadedValues) => void
  /** Called when the settings of a step are resolved, so that it can start. */
  readonly onResolved: () => void
  /** Writes a note of a running step; resolves when it is durable. */
  readonly writeNote: (event: ExecutionEvent) => Promise<unknown>
}

export class StepRunner {
  readonly #needs: StepRunnerNeeds
  readonly #running = new Map<Step, StepAbort>()
  /** Settings of steps that have not started yet. */
  readonly #resolved = new Map<Step, Resolved>()
  /** For the next quick step. Can be reused because it was never aborted. */
  #spare: StepAbort | undefined

  constructor(needs: StepRunnerNeeds) {
    this.#needs = needs
  }

  get isIdle(): boolean {
    return this.#running.size === 0
  }

  isRunning(step: Step): boolean {
    return this.#running.has(step)
  }

  dated(event: Undated): ExecutionEvent {
    return { ...event, at: this.#needs.driver.clock.now() } as ExecutionEvent
  }

  /**
   * E4: true if `step-started` is recorded before the step runs. False for quick nodes, loop heads and pinned nodes; a
   * quick node with expressions has a start, which records their values.
   */
  needsStart(step: Step): boolean {
    const { record, state } = this.#needs
    if (step.loop !== undefined || pinnedOutcome(state, step) !== undefined) return false
    return record.plan.nodes[step.node]?.expressions !== undefined || !this.isQuick(step)
  }

  /** True if the node of a step is a pure function that returns at once. */
  isQuick(step: Step): boolean {
    const node = this.#needs.record.plan.nodes[step.node]
    return node === undefined || this.#needs.driver.runner.isQuick(node.type)
  }

  /** The start of a step, or its failure if its settings cannot be resolved; undefined while they are being resolved. */
  startOf(step: Step): ExecutionEvent | undefined {
    const resolved = this.#resolvedFor(step)
    if (resolved === 'later') return undefined
    this.#resolved.delete(step)
    if (resolved !== undefined && 'failure' in resolved) return eventOf(step, resolved, this.#timing())
    return this.dated({ type: 'step-started', ...placeOf(step), attempt: nextAttempt(step), ...resolved })
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
    this.#running.set(step, abort)
    void resolved.then((result) => {
      // The step was cancelled, or the run was stopped, in the meantime.
      if (this.#running.get(step) !== abort) return
      this.#running.delete(step)
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
    const outcome = attempt(() => driver.runner.run(task))
    if (!(outcome instanceof Promise)) return eventOf(step, completed(outcome, task), this.#timing())
    // A quick node that returned a promise, or the condition of a loop.
    this.#spare = undefined
    this.#running.set(step, abort)
    void this.#finish(step, { outcome, task, abort })
    return undefined
  }

  /** Runs a step whose start is in the journal. */
  launch(step: Step): void {
    if (this.#running.has(step)) return
    const abort = new StepAbort()
    this.#running.set(step, abort)
    const task = this.#taskFor(step, abort)
    const outcome = 'code' in task ? { failure: task } : attempt(() => this.#needs.driver.runner.run(task))
    void this.#finish(step, { outcome, task, abort })
  }

  async #finish(step: Step, { outcome, task, abort }: Running): Promise<void> {
    const { driver, record, state, onEvent } = this.#needs
    const { clock, startChild, onStray } = driver
    const started = clock.now()
    const limitMs = record.plan.nodes[step.node]?.timeoutMs
    const result = await limited(clock, { outcome: Promise.resolve(outcome), limitMs, abort })
    if (this.#running.get(step) !== abort) return
    const event = await eventAfter(step, completed(result, task), {
      timing: this.#timing(clock.now() - started),
      runner: driver.runner,
      startChild: async (request) => ('code' in task ? '' : ((await startChild?.(task, request)) ?? '')),
    })
    const loaded = new LoadedValues(parsedAfter(state, event))
    if (!loaded.isEmpty) await loaded.load()
    if (this.#running.get(step) === abort) {
      this.#running.delete(step)
      onEvent(event, loaded)
    } else if (event.type === 'step-waits' && event.child !== undefined) onStray?.(event.child)
  }

  #taskFor(step: Step, abort: StepAbort): Task | Failure {
    return taskFor(this.#needs.state, step, { record: this.#needs.record, abort, note: this.#note })
  }

  readonly #note: TaskNeeds['note'] = async ({ step, abort }, { key, value, sofar: { logs, usage } = {} }) => {
    // A node may keep running after its abort; its notes are rejected.
    if (abort.isAborted || this.#running.get(step) !== abort)
      throw new Error('Notes are not accepted after the step has ended.')
    const sofar = { ...(logs && { logs }), ...(usage && { usage }) }
    await this.#needs.writeNote(this.dated({ type: 'step-noted', ...placeOf(step), key, value, ...sofar }))
  }

  #timing(ms = 0) {
    return { at: this.#needs.driver.clock.now(), ms, record: this.#needs.record }
  }

  /** Aborts steps that the history no longer runs: the execution was cancelled, or their loop round ended. */
  abortOrphans(): void {
    const { active, ready } = this.#needs.state
    for (const [step, abort] of this.#running) {
      // A quick node that returned a promise is still ready in the history.
      if (active.has(step) || ready.has(step)) continue
      abort.abort()
      this.#running.delete(step)
    }
    for (const step of this.#resolved.keys()) if (!ready.has(step)) this.#resolved.delete(step)
  }

  /** Aborts every step; each runs again from its history, or fails if it must not. */
  stop(): void {
    const reason = new Suspension('The step is run again from its history.')
    for (const abort of this.#running.values()) abort.abort(reason)
    // Late results are dropped: another run may have loaded the execution.
    this.#running.clear()
  }
}

interface Running {
  readonly outcome: Outcome | Promise<Outcome>
  readonly task: Task | Failure
  readonly abort: StepAbort
}

function completed(outcome: Outcome, task: Task | Failure): Outcome {
  return withWarnings(withBranchValues(outcome, task), task)
}
