import { TimeSlice } from '@millrace/model'
import { apply } from '../core/apply.ts'
import { newChange } from '../core/change.ts'
import type { ExecutionEvent } from '../core/events.ts'
import type { IndexedPlan } from '../core/plan-index.ts'
import { emptyState, type MutableState } from '../core/state.ts'

/** `fold` for a history that may be long: gives other work its turn in between. */
export async function foldInSlices(index: IndexedPlan, events: Iterable<ExecutionEvent>): Promise<MutableState> {
  const state = emptyState(index)
  const change = newChange()
  const slice = new TimeSlice()
  for (const event of events) {
    apply(state, event, change)
    if (slice.isOver) await slice.next()
  }
  return state
}
