import type { ExecutionRecord, Launch } from '@millrace/engine'
import type { ExecutionFacts, ExecutionOrigin } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'
import type { WantedVersion } from '../workflows/stored-workflows.ts'

/** Options of a start. */
export interface StartOptions {
  /** The version of a stored workflow; the newest by default. */
  readonly version?: WantedVersion | undefined
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number | undefined
  readonly maxSteps?: number | undefined
  /** Use pinned data instead of running the nodes that have it. */
  readonly isTest?: boolean | undefined
  /** Run from this node on, with the earlier results of another execution. */
  readonly from?: { readonly node: string; readonly execution: string } | undefined
  /** The reused results, if they are already known. */
  readonly reused?: Launch['reused'] | undefined
  /** The origin of the execution that this one repeats. */
  readonly origin?: ExecutionOrigin
  readonly by: Caller
  /** The trigger node that starts it; absent for a manual start. */
  readonly trigger?: string | undefined
  /** Further facts to store with its origin. */
  readonly about?: ExecutionFacts
  readonly parent?: ExecutionRecord['parent']
  readonly depth?: number
  /** True for a flow that is a part of its parent: not listed, and with the nesting limit of flows. */
  readonly isPart?: boolean
  /** The conversation before the flow. */
  readonly conversation?: Launch['conversation']
  /** Create it, but wait for an explicit start. */
  readonly waits?: boolean
  /** A user waits for the result: run at once, even if all slots are taken. */
  readonly isUrgent?: boolean
  /** A running step waits for it. */
  readonly holdsPlace?: boolean
  /** Set by the step that starts it; see `StartWith`. */
  readonly signal?: AbortSignal
  /** An id for idempotent starts (triggers); an existing execution with this id is not started again. */
  readonly id?: string
  /** The id is new, so no lookup is needed. */
  readonly isNew?: boolean
}
