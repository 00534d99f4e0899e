/** The summary row of an execution: status, when to wake it, and whether there is work to do on it now. */

import { abandonedChildren } from '../core/child-links.ts'
import type { ExecutionState } from '../core/state.ts'
import type { ExecutionRecord, ExecutionSummary } from '../ports.ts'

/** The earliest time at which a timer is due; null if none is set. */
function wakeTime({ active, started, releasedAt }: ExecutionState): number | null {
  const limit = started?.timeoutMs
  let earliest = limit !== undefined && releasedAt !== undefined ? releasedAt + limit : Number.POSITIVE_INFINITY
  for (const { until } of active) if (until !== undefined && until < earliest) earliest = until
  return earliest === Number.POSITIVE_INFINITY ? null : earliest
}

export function summaryOf(record: ExecutionRecord, state: ExecutionState): ExecutionSummary {
  const { status, updatedAt } = state
  // An end is work until the parent is notified and abandoned children are cancelled.
  if (state.finishedAt !== undefined) {
    const error = state.failure?.message
    const isActive = concernsOthers(record, state)
    return { status, updatedAt, wakeAt: null, isActive, ...(error === undefined ? {} : { error }) }
  }
  return {
    status,
    updatedAt,
    wakeAt: wakeTime(state),
    isActive: state.root === undefined ? state.isQueued : !isAsleep(state),
  }
}

/** True if the engine has work to do on an execution now. */
export function hasWork(record: ExecutionRecord, state: ExecutionState): boolean {
  return summaryOf(record, state).isActive
}

/** True if a parent or a child must be notified of the end of an execution. */
export function concernsOthers({ parent }: ExecutionRecord, state: ExecutionState): boolean {
  return parent !== undefined || abandonedChildren(state).length > 0
}

/** True if nothing happens until an event from outside. If no step is ready or active, the end is still to be recorded. */
function isAsleep(state: ExecutionState): boolean {
  const { active, ready, ending, isTimedOut, isPaused } = state
  if (ending !== undefined || isTimedOut || isRunning(state)) return false
  return isPaused || (ready.size === 0 && active.size > 0)
}

/** True if a node runs. The head of a loop is running as long as its rounds are, but does nothing itself. */
function isRunning({ active }: ExecutionState): boolean {
  for (const { status, loop } of active) if (status === 'running' && loop === undefined) return true
  return false
}

export function sameSummary(a: ExecutionSummary, b: ExecutionSummary): boolean {
  return a.status === b.status && a.wakeAt === b.wakeAt && a.isActive === b.isActive
}
