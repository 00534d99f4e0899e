import type { ExecutionRecord, Launch } from '@millrace/engine'
import type { ExecutionFacts, ExecutionOrigin } from '@millrace/model'
import type { Caller } from '../platform/caller.ts'

/** How an execution is to be started. */
export interface StartOptions {
  readonly inputs?: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number | undefined
  readonly maxSteps?: number | undefined
  /** Pinned data is used instead of running the nodes that have it. */
  readonly isTest?: boolean | undefined
  /** Run from this node on; what comes before it is taken over from an earlier execution. */
  readonly from?: { readonly node: string; readonly execution: string } | undefined
  /** Results that are taken over, where they are known already. */
  readonly reused?: Launch['reused'] | undefined
  /** Of the execution that this one repeats. */
  readonly origin?: ExecutionOrigin
  readonly by: Caller
  /** The trigger node that sets it off; without it, it is started by hand. */
  readonly trigger?: string | undefined
  /** Facts to keep beside who started it and how. */
  readonly about?: ExecutionFacts
  readonly parent?: ExecutionRecord['parent']
  readonly depth?: number
  /** A flow that is a part of the execution that starts it: not listed, and as deep as flows may be nested. */
  readonly isPart?: boolean
  /** What was said before a flow begins. */
  readonly conversation?: Launch['conversation']
  /** Make it, but let it wait. */
  readonly waits?: boolean
  /** Somebody sits and waits for it: it runs at once, even when all places are taken. */
  readonly isUrgent?: boolean
  /** A step that runs waits for it. */
  readonly holdsPlace?: boolean
  /** Of the step that starts it; see `StartWith`. */
  readonly signal?: AbortSignal
  /** Brought by whoever must not start twice (a trigger); an execution of this id that exists is left alone. */
  readonly id?: string
  /** The id was made for this one. */
  readonly isNew?: boolean
}
