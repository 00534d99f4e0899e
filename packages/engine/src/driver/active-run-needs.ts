/** What an execution in memory needs, and what it is loaded from. */
import type { ExecutionState, MutableState } from '../core/state.ts'
import type { DriverNeeds, ExecutionRecord } from '../ports.ts'
import type { BatchNeeds } from './batch.ts'

/** An execution in memory, as the driver sees it when it leaves. */
export interface LeavingRun {
  readonly record: ExecutionRecord
  /** The number of durable events. */
  readonly length: number
  leave(): void
}

export interface ActiveRunNeeds extends DriverNeeds, BatchNeeds {
  /** Aborted when the driver closes. */
  readonly closing: AbortSignal
  /** True if no more steps may start. */
  readonly isDraining: () => boolean
  /** Called when the run has nothing to do and leaves memory. */
  readonly onLeave: (run: LeavingRun) => void
  /** Called when the journal has permanently rejected an append. */
  readonly onRefused: (run: LeavingRun, error: unknown) => void
}

/** An execution with its state and the number of its events in the journal. */
export interface Driven {
  readonly record: ExecutionRecord
  readonly state: ExecutionState
  readonly length: number
}

export interface StoredRun extends Driven {
  readonly state: MutableState
}
