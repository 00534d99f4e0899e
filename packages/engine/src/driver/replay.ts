/** Folds a history event by event for readers outside the engine: projections and conversations. */
import type { Plan } from '@millrace/model'
import { apply } from '../core/apply.ts'
import { type Change, newChange } from '../core/change.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { type ExecutionState, emptyState } from '../core/state.ts'
import { indexed } from './plan-cache.ts'

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

  /** What the events since the last call changed. */
  takeChange(): Change {
    const change = this.#change
    this.#change = newChange()
    return change
  }
}
