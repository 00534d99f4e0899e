import { TimeSlice } from '@millrace/model'
import { apply } from '../core/apply.ts'
import { newChange } from '../core/change.ts'
import type { ExecutionEvent } from '../core/events.ts'
import { parsedFor } from '../core/parsed-values.ts'
import type { IndexedPlan } from '../core/plan-index.ts'
import { emptyState, type MutableState } from '../core/state.ts'
import { LoadedValues } from './loaded-values.ts'

/** `fold` for a history that may be long: gives other work its turn in between. */
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
