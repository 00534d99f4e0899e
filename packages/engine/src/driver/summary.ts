/** The row in the lists that goes with a state: status, when to wake, and whether there is work to do on it now. */

import { abandonedChildren } from '../core/child-links.ts'
import type { ExecutionState } from '../core/state.ts'
import type { ExecutionRecord, HeadChange } from '../ports.ts'

/** The earliest time at which something is to be done about it; null when there is none. */
function wakeTime({ active, started, releasedAt }: ExecutionState): number | null {
  const limit = started?.timeoutMs
  let earliest = limit !== undefined && releasedAt !== undefined ? releasedAt + limit : Number.POSITIVE_INFINITY
  for (const { until } of active) if (until !== undefined && until < earliest) earliest = until
  return earliest === Number.POSITIVE_INFINITY ? null : earliest
}

/** The row in the lists that goes with a state. */
export function headOf(record: ExecutionRecord, state: ExecutionState): HeadChange {
  const { status, updatedAt } = state
  // An end is work until the parent knows it, and until what was called is stopped.
  if (state.finishedAt !== undefined)
    return { status, updatedAt, wakeAt: null, isActive: concernsOthers(record, state) }
  return {
    status,
    updatedAt,
    wakeAt: wakeTime(state),
    isActive: state.root === undefined ? state.isQueued : !isAsleep(state),
  }
}

/** True if the engine has work to do on an execution now. */
export function hasWork(record: ExecutionRecord, state: ExecutionState): boolean {
  return headOf(record, state).isActive
}

/** Whether others have to be told of the end of an execution. */
export function concernsOthers({ parent }: ExecutionRecord, state: ExecutionState): boolean {
  return parent !== undefined || abandonedChildren(state).length > 0
}

/** Whether nothing will happen until something from outside does. With nothing under way at all, the end is still to be written. */
function isAsleep(state: ExecutionState): boolean {
  const { active, ready, ending, isTimedOut, isPaused } = state
  if (ending !== undefined || isTimedOut || isRunning(state)) return false
  return isPaused || (ready.size === 0 && active.size > 0)
}

/** Whether a node runs. The head of a loop does as long as its iterations do, and does nothing itself. */
function isRunning({ active }: ExecutionState): boolean {
  for (const { status, loop } of active) if (status === 'running' && loop === undefined) return true
  return false
}

export function sameHead(a: HeadChange, b: HeadChange): boolean {
  return a.status === b.status && a.wakeAt === b.wakeAt && a.isActive === b.isActive
}
