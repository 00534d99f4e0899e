/** Tools of agents: the nodes connected to the tool port of a node, ready to be called. */
import type { PlanExpressions } from '../expressions/compiled.ts'
import type { ToolCallStatus } from '../statuses.ts'
import type { ToolSpec } from './model-call.ts'

/** A node that is connected to the tool port of another. */
export interface ToolNode {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly config: Readonly<Record<string, unknown>>
  /** Set for a step of a workflow: any type with outputs, and its settings are arguments too. */
  readonly isStep?: true
  /** Settings that are computed for every call. */
  readonly expressions?: PlanExpressions
}

export interface Tool extends ToolSpec {
  /** The node that it is, or that provides it. */
  readonly nodeId: string
  readonly label: string
  /** Whether a call that a crash interrupted may be repeated. */
  readonly mayRunAgain: boolean
  /** The key is the same if the call is repeated after a crash; it is sent to other systems. */
  call(
    args: Readonly<Record<string, unknown>>,
    key: string,
    /** For a step: settings that have the same name as a port. */
    settings?: Readonly<Record<string, unknown>>,
    /** The values of `resolve`; evaluated again if they are not given. */
    resolved?: Readonly<Record<string, unknown>>,
  ): Promise<unknown>
  /** Evaluates the expressions of the node for a call. The result is noted before the call and passed to it. */
  resolve?(args: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>>
  /** For a step: whether a call with these arguments may be repeated after a crash. */
  mayRunAgainWith?(args: Readonly<Record<string, unknown>>, settings?: Readonly<Record<string, unknown>>): boolean
}

/**
 * A call of a tool, as stored in the notes of the agent's step under `call:<number>`: written when it begins and again
 * when it ends. Shown as a job of the tool's node.
 */
export interface ToolRecord {
  readonly tool: string
  readonly nodeId: string
  readonly label: string
  readonly args: Readonly<Record<string, unknown>>
  /** The values of the node's expressions for this call, by setting. A repeated call uses them unchanged. */
  readonly settings?: Readonly<Record<string, unknown>>
  readonly status: ToolCallStatus
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt?: number
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly code: string }
}

export const TOOL_NOTE = 'call:'
