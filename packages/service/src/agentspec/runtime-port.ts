/** The runtime of flows as the routes use it: this service, or a compatible remote runtime. */

import type { AgentSpecAgent, AgentSpecExecution, AgentSpecMessage, AgentSpecTool, FlowStatus } from '@millrace/model'
import type { OVERRUN } from '../platform/broadcast.ts'
import type { Caller } from '../platform/caller.ts'

export interface Submission {
  /** As submitted: either dialect, flow or document. */
  readonly document: unknown
  readonly inputs: Readonly<Record<string, unknown>>
  readonly timeoutMs?: number | undefined
  readonly maxSteps?: number | undefined
  readonly by: Caller
}

export interface FlowRuntime {
  /** Throws VALIDATION_ERROR for a flow that cannot run. */
  execute(submission: Submission): Promise<{ readonly id: string; readonly status: FlowStatus }>
  /** Throws NOT_FOUND for unknown ids. */
  status(id: string): Promise<AgentSpecExecution>
  /** Throws EXECUTION_OVER unless it is running. */
  cancel(id: string): Promise<void>
  /** Throws NOT_FOUND until it is completed. */
  results(id: string): Promise<Readonly<Record<string, unknown>>>
  /** The record of every node, every change, and one final message. Ends without it if the signal aborts. */
  follow(id: string, signal: AbortSignal): AsyncIterable<AgentSpecMessage | typeof OVERRUN>
  /** All problems of a document; never throws for invalid content. */
  problemsIn(document: unknown, caller: string): Promise<readonly string[]>
  agents(): Promise<readonly AgentSpecAgent[]>
  tools(): Promise<readonly AgentSpecTool[]>
  /** Throws UPSTREAM_FAILED if it cannot be reached. */
  health(): Promise<{ readonly runtime: string; readonly version: string }>
}
