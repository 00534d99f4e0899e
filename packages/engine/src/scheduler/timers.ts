/** Timers of executions: the events that set them, and the events of a due timer. */
import { placeOf } from '../core/decide.ts'
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionState } from '../core/state.ts'

/** True if the execution has to be checked again later. */
export function setsTimer(event: ExecutionEvent): boolean {
  if (event.type === 'step-asks') return event.question.expiresAt !== undefined
  return 'until' in event || 'retryAt' in event
}

/** The next event that is due in an execution. */
export function dueEvent(state: ExecutionState, at: number): ExecutionEvent | undefined {
  const { started, releasedAt } = state
  if (started?.timeoutMs !== undefined && releasedAt !== undefined && !state.isTimedOut) {
    if (releasedAt + started.timeoutMs <= at) return { type: 'timed-out', at }
  }
  for (const step of state.active) {
    if (step.until === undefined || step.until > at) continue
    const open = step.asked.at(-1)
    if (step.status === 'interrupted' && open !== undefined)
      return { type: 'step-unanswered', at, ...placeOf(step), id: open.id, why: 'expired' }
    return { type: 'step-woken', at, ...placeOf(step) }
  }
  return undefined
}
