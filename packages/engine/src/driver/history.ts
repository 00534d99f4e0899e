/** Folds histories that were read from the journal. */
import { type Plan, TimeSlice } from '@millrace/model'
import { apply } from '../core/apply.ts'
import { type Change, newChange } from '../core/change.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { parsedFor } from '../core/parsed-values.ts'
import { type IndexedPlan, indexPlan } from '../core/plan-index.ts'
import { type ExecutionState, emptyState, type MutableState } from '../core/state.ts'
import { LoadedValues } from './loaded-values.ts'

const known = new WeakMap<Plan, IndexedPlan>()

/** The index of a plan; computed once per plan object. */
export function indexed(plan: Plan): IndexedPlan {
  const found = known.get(plan)
  if (found !== undefined) return found
  const index = indexPlan(plan)
  known.set(plan, index)
  return index
}

/** Like `fold` for a history that may be long: yields to the event loop. */
export async function foldInSlices(index: IndexedPlan, events: Iterable<ExecutionEvent>): Promise<MutableState> {
  const state = emptyState(index)
  const change = newChange()
  const slice = new TimeSlice()
  for (const event of events) {
    const loaded = new LoadedValues(parsedFor(state, event))
    if (!loaded.isEmpty) await loaded.load()
    apply(state, event, change)
    loaded.release()
    if (slice.isOver) await slice.next()
  }
  return state
}

/** Folds a history event by event for readers outside the engine: projections and conversations. */
export class Replay {
  readonly #state
  #change = newChange()

  constructor(plan: Plan) {
    this.#state = emptyState(indexed(plan))
  }

  /** The state after the events so far. Every event changes it in place. */
  get state(): ExecutionState {
    return this.#state
  }

  apply(event: ExecutionEvent): void {
    apply(this.#state, event, this.#change)
  }

  /** The changes by the events since the last call. */
  takeChange(): Change {
    const change = this.#change
    this.#change = newChange()
    return change
  }
}
