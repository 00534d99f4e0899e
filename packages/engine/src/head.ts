/** The row in the lists that goes with a state: status, when to wake, and whether there is work to do on it now. */
import type { ExecutionRecord, HeadChange } from './ports.ts'
import type { ExecutionState, Step } from './state.ts'

function wakeTimes({ active, started, releasedAt }: ExecutionState): number[] {
  const times = [...active].flatMap((step) => step.until ?? [])
  if (started?.timeoutMs !== undefined && releasedAt !== undefined) times.push(releasedAt + started.timeoutMs)
  return times
}

/** The row in the lists that goes with a state. */
export function headOf(record: ExecutionRecord, state: ExecutionState): HeadChange {
  const { status, updatedAt } = state
  // The end of a child is work until its parent knows it.
  if (state.finishedAt !== undefined) return { status, updatedAt, wakeAt: null, isActive: record.parent !== undefined }
  const times = wakeTimes(state)
  return {
    status,
    updatedAt,
    wakeAt: times.length === 0 ? null : Math.min(...times),
    isActive: state.root === undefined ? state.isQueued : !isAsleep(state),
  }
}

/** Whether nothing will happen until something from outside does. With nothing under way at all, the end is still to be written. */
function isAsleep({ active, ready, ending, isTimedOut, isPaused }: ExecutionState): boolean {
  if (ending !== undefined || isTimedOut || [...active].some((step) => step.status === 'running' && !isLoop(step)))
    return false
  return isPaused || (ready.size === 0 && active.size > 0)
}

/** The head of a loop runs as long as its iterations do, and does nothing itself. */
function isLoop({ loop }: Step): boolean {
  return loop !== undefined
}

export function sameHead(a: HeadChange, b: HeadChange): boolean {
  return a.status === b.status && a.wakeAt === b.wakeAt && a.isActive === b.isActive
}
