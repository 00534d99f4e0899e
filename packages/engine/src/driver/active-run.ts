/** An execution that is being driven: what the driver holds of it in memory, and nothing that the journal has not. */
import type { ExecutionEvent } from '../core/events.ts'
import type { ExecutionState, Step } from '../core/state.ts'
import type { ExecutionRecord, HeadChange } from '../ports.ts'
import { headOf } from './summary.ts'
import { Suspension } from './suspension.ts'

export interface Drive {
  readonly record: ExecutionRecord
  readonly state: ExecutionState
  length: number
  /** The row in the lists as it was last written. */
  head: HeadChange
  /** What happened and is not written yet. */
  inbox: ExecutionEvent[]
  writing: readonly ExecutionEvent[]
  /** Settles when what was last written is durable, or cannot be. */
  appending: Promise<void>
  /** Why the journal does not take what is being written; callers from outside are refused with it. */
  stalled: unknown
  readonly running: Map<Step, AbortController>
  /** For the next quick step: one that answered at once was never told to stop, so its controller is as good as new. */
  spare: AbortController | undefined
  /** Somebody is writing, and will look at the inbox when that is done. */
  isBusy: boolean
  /** Settles when it leaves memory: it is over, or it waits. */
  readonly left: PromiseWithResolvers<void>
}

/** Events that are durable, and what the history now adds up to. */
export interface Written {
  readonly record: ExecutionRecord
  readonly events: readonly ExecutionEvent[]
  readonly length: number
  readonly state: ExecutionState
}

export function newDrive(record: ExecutionRecord, state: ExecutionState, length: number): Drive {
  return {
    record,
    state,
    length,
    head: headOf(record, state),
    inbox: [],
    writing: [],
    appending: Promise.resolve(),
    stalled: undefined,
    running: new Map(),
    spare: undefined,
    isBusy: false,
    left: Promise.withResolvers<void>(),
  }
}

/** Aborts steps that the history no longer runs: cancelled, or their iteration was given up. */
export function abortOrphans({ running, state }: Drive): void {
  for (const [step, abort] of running) {
    // One that should have been quick is still ready to the history.
    if (state.active.has(step) || state.ready.has(step)) continue
    abort.abort()
    running.delete(step)
  }
}

/** Aborts every step; each is run again from its history, or fails if it must not be. */
export function stopAll({ running }: Drive): void {
  const reason = new Suspension('The step is run again from its history.')
  for (const abort of running.values()) abort.abort(reason)
  // Late results must not bring this drive back beside the one that takes its place.
  running.clear()
}
