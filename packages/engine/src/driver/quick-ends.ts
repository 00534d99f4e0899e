/**
 * Computes executions that end with steps which return at once, so that creating such an execution is all there is to write
 * of it. A cluster uses it: these executions need no worker.
 */
import type { Plan } from '@millrace/model'
import { apply } from '../core/apply.ts'
import type { Change } from '../core/change.ts'
import { decide } from '../core/decide.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { type ExecutionState, emptyState, type Step } from '../core/state.ts'
import type { DriverNeeds, ExecutionRecord } from '../ports.ts'
import { BATCH_LIMITS, Batch, Turn } from './batch.ts'
import { indexed } from './history.ts'
import { StepRunner } from './step-runner.ts'

/** How long a plan with a slow step is not tried again: it may have been slow because of a large value. */
const SLOW_MS = 60_000
/** A plan is not tried either after this many executions in a row that came to a step which is not quick. */
const MISSES = 8

export type QuickEndNeeds = Pick<DriverNeeds, 'runner' | 'clock' | 'batchLimits'>

/** A whole history, with its changes and the state after it. Nothing of it is durable yet. */
export interface QuickEnd {
  readonly events: readonly ExecutionEvent[]
  readonly change: Change
  readonly state: ExecutionState
}

export class QuickEnds {
  readonly #needs: QuickEndNeeds
  readonly #turn: Turn
  /** Plans that had a step whose result arrives later, such as one of the sandbox, and until when they are not tried. */
  readonly #slowPlans = new WeakMap<Plan, number>()
  /** How many executions of a plan in a row did not end here: other branches of it may have quick steps only. */
  readonly #misses = new WeakMap<Plan, number>()

  constructor(needs: QuickEndNeeds) {
    this.#needs = needs
    this.#turn = new Turn(needs.clock)
  }

  /** The history of a new execution after its first events; undefined if it takes more than a few quick steps. */
  of(record: ExecutionRecord, first: readonly ExecutionEvent[]): QuickEnd | undefined {
    const { plan } = record
    if ((this.#slowPlans.get(plan) ?? 0) > this.#needs.clock.now()) return undefined
    const { clock, batchLimits: limits = BATCH_LIMITS } = this.#needs
    const batch = new Batch({ clock, limits, turn: this.#turn })
    const state = emptyState(indexed(plan))
    const steps = this.#stepsOf(record, state)
    let events = first
    for (; events.length > 0; events = nextEvents(state, steps, batch)) {
      for (const event of events) {
        batch.add(event)
        apply(state, event, batch.change)
      }
      // The row of a question refers to the execution, so it cannot be written with it.
      if (batch.change.questions.size > 0) break
      if (state.finishedAt !== undefined) {
        this.#misses.delete(plan)
        return { events: batch.events, change: batch.change, state }
      }
      if (batch.isFull(clock.now()) || !steps.isIdle) break
    }
    if (!steps.isIdle) this.#slowPlans.set(plan, clock.now() + SLOW_MS)
    // Not if only the batch is full, as in a process that is busy.
    else if (events.length === 0) this.#missed(plan)
    steps.stop()
    return undefined
  }

  #missed(plan: Plan): void {
    const misses = (this.#misses.get(plan) ?? 0) + 1
    this.#misses.set(plan, misses)
    if (misses < MISSES) return
    this.#misses.delete(plan)
    this.#slowPlans.set(plan, this.#needs.clock.now() + SLOW_MS)
  }

  #stepsOf(record: ExecutionRecord, state: ExecutionState): StepRunner {
    const { runner, clock } = this.#needs
    return new StepRunner({
      driver: { runner, clock },
      record,
      state,
      mayRunAhead: () => false,
      // Results that arrive later are not waited for.
      onEvent: () => {},
      onResolved: () => {},
      writeNote: () => Promise.reject(new Error('A quick step has no notes.')),
    })
  }
}

/** The events that follow from the state: recorded decisions and results of quick steps. None after another step. */
function nextEvents(state: ExecutionState, steps: StepRunner, batch: Batch): ExecutionEvent[] {
  const events: ExecutionEvent[] = []
  const compute = (step: Step) => {
    const event = steps.compute(step)
    if (event !== undefined) events.push(event)
  }
  for (const step of batch.takeBegunPure()) compute(step)
  for (const decision of decide(state)) {
    if (events.length > 0 && batch.isFull(events.length)) break
    if (decision.do === 'record') events.push(steps.dated(decision.event))
    else if (!steps.needsStart(decision.step)) compute(decision.step)
    else if (!steps.runsAhead(decision.step)) return []
    else {
      const start = steps.startOf(decision.step)
      if (start !== undefined) events.push(start)
      if (start?.type === 'step-started') batch.begunPure.push(decision.step)
    }
  }
  return events
}
