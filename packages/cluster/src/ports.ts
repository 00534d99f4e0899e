/** The settings and dependencies of the parts of a cluster. */
import type { EngineNeeds, ExecutionEngine } from '@millrace/engine'
import type { ClusterStore } from '@millrace/store'

export interface ClusterEngineNeeds extends EngineNeeds {
  readonly cluster: ClusterStore
  /** The address of Restate's ingress. */
  readonly ingress: string
  /** True if this process drives executions; false if it only starts and controls them. */
  readonly isWorker: boolean
  readonly newId: () => string
  /** How many heavy steps this worker computes at a time, its own and those of other workers. */
  readonly heavySlots?: number
  /** Workers compute steps of the same version only. */
  readonly version?: string
  /** Called when a heavy step has moved: `out` to another worker, whose result is used, or `in` from another worker. */
  readonly onMoved?: (direction: 'in' | 'out') => void
  /** Called if Restate does not take a request. Nothing is lost: the sweep sends it again. */
  readonly onUnreachable?: (error: unknown) => void
  readonly timing?: Partial<ClusterTiming>
}

/** The settings that a worker passes on to its parts. */
export type WorkerSettings = Pick<ClusterEngineNeeds, 'newId' | 'heavySlots' | 'version' | 'onMoved'>

/** Intervals and limits, in milliseconds. */
export interface ClusterTiming {
  /** The time between two sweeps of a worker. */
  readonly sweepEveryMs: number
  /** How long an execution has to be without progress before the sweep looks after it. */
  readonly unattendedMs: number
  /** How long a process waits for the claim of another worker to be confirmed. */
  readonly askMs: number
  /** The time between two looks at an execution that another worker drives without Restate. */
  readonly inUseMs: number
  /** The time between two reads of the replies that callers wait for. */
  readonly pollMs: number
  /** How long a caller waits for a reply. */
  readonly replyMs: number
  /** How long a heavy step waits for a slot before it is offered to other workers. */
  readonly offerAfterMs: number
  /** How long a worker that has taken a step may be silent before another one takes it. */
  readonly leaseMs: number
  /** The time between two signs of life of a worker that computes a step, and between two looks at offered steps. */
  readonly renewMs: number
}

export const TIMING: ClusterTiming = {
  sweepEveryMs: 5_000,
  unattendedMs: 10_000,
  askMs: 400,
  inUseMs: 2_000,
  pollMs: 500,
  replyMs: 20_000,
  offerAfterMs: 100,
  leaseMs: 10_000,
  renewMs: 2_000,
}

/** The input of a `drive` request. */
export interface DriveInput {
  /** A caller waits for the result: it may use more slots. */
  readonly isUrgent?: boolean
  /** A step in memory waits for it: it needs no slot. */
  readonly skipsQueue?: boolean
}

/** The engine of one process of a cluster. */
export interface ClusterExecutionEngine extends ExecutionEngine {
  /** True if this worker takes no more work. */
  readonly isStopping: boolean
  /**
   * Drives an execution until it is over or waits. Resolves with the time at which to drive it again, or null. Called by
   * the worker endpoint for a request of Restate.
   */
  drive(id: string, input?: DriveInput): Promise<number | null>
}

export interface WorkerEndpointOptions {
  readonly engine: Pick<ClusterExecutionEngine, 'drive' | 'isStopping'>
  /** `host:port` to listen on, HTTP/2 without TLS. */
  readonly address: string
  /** Accept only requests that are signed with this key of Restate (`publickeyv1_…`). */
  readonly identityKey?: string | undefined
  /** The version of the program. */
  readonly version: string
  readonly now: () => number
  readonly log?: (level: 'warn' | 'error', message: string) => void
}

export interface WorkerEndpoint {
  /** `host:port` that it listens on. */
  readonly address: string
  /** Closes the connections; Restate sends unfinished requests to another worker. */
  close(): Promise<void>
}

export interface DeploymentOptions {
  /** The address of Restate's admin API. */
  readonly admin: string
  /** The address under which Restate reaches the workers. */
  readonly url: string
  readonly version: string
  /** Ends the retries. */
  readonly signal: AbortSignal
  /** Called for every failed attempt. */
  readonly onFailure?: (error: unknown) => void
}
