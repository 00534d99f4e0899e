/** What runs flows, as the routes use it: this service itself, or a compatible runtime somewhere else. */

import type { AgentSpecAgent, AgentSpecExecution, AgentSpecMessage, AgentSpecTool, FlowStatus } from '@millrace/model'
import type { OVERRUN } from '../platform/broadcast.ts'
import type { Caller } from '../platform/caller.ts'

export interface Submission {
  /** As it came: either dialect, flow or document. */
  readonly document: unknown
  readonly inputs: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number | undefined
  readonly maxSteps?: number | undefined
  readonly by: Caller
}

export interface FlowRuntime {
  /** VALIDATION_ERROR for a flow that cannot run. */
  execute(submission: Submission): Promise<{ readonly id: string; readonly status: FlowStatus }>
  /** NOT_FOUND for ids that are none of its own. */
  status(id: string): Promise<AgentSpecExecution>
  /** EXECUTION_OVER unless it is running. */
  cancel(id: string): Promise<void>
  /** NOT_FOUND until it is completed. */
  results(id: string): Promise<Readonly<Record<string, unknown>>>
  /** The standing of every node, every change, and one message that ends it. Ends without one when the signal aborts. */
  follow(id: string, signal: AbortSignal): AsyncIterable<AgentSpecMessage | typeof OVERRUN>
  /** Everything that is wrong with a document; never throws for what is in it. */
  problemsIn(document: unknown, caller: string): Promise<readonly string[]>
  agents(): Promise<readonly AgentSpecAgent[]>
  tools(): Promise<readonly AgentSpecTool[]>
  /** UPSTREAM_FAILED where it cannot be reached. */
  health(): Promise<{ readonly runtime: string; readonly version: string }>
}
