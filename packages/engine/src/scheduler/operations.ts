/** Requests to an execution from outside, and the events that they lead to. */
import type { ExecutionEvent, Failure, LogLine, Queued } from '../core/events.ts'
import type { ExecutionState } from '../core/state.ts'

/** A request other than an answer, as data. */
export type Operation =
  | { readonly op: 'cancel' | 'pause' | 'resume' }
  | { readonly op: 'set-failed'; readonly failure: Failure }
  | { readonly op: 'note'; readonly line: LogLine }
  | { readonly op: 'release'; readonly launch: Omit<Queued, 'type' | 'at'> }

/** The event of a request in a state; undefined if the request has no effect. */
export function operationEvent(
  operation: Operation,
  { finishedAt, isPaused, isQueued, root }: ExecutionState,
  at: number,
): ExecutionEvent | undefined {
  if (finishedAt !== undefined) return undefined
  switch (operation.op) {
    case 'cancel':
      return { type: 'finished', at, status: 'cancelled' }
    case 'set-failed':
      return { type: 'finished', at, status: 'failed', failure: operation.failure }
    case 'pause':
      return isPaused ? undefined : { type: 'paused', at }
    case 'resume':
      return isPaused ? { type: 'resumed', at } : undefined
    case 'note':
      return { type: 'logged', at, ...operation.line }
    case 'release':
      return root === undefined && !isQueued ? { type: 'queued', at, ...operation.launch } : undefined
  }
}
