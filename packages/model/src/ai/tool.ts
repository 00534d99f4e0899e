/** Tools of agents: what hangs on the tool port of a node, ready to be called. */
import type { ToolCallStatus } from '../statuses.ts'
import type { ToolSpec } from './model-call.ts'

/** A node that hangs on the tool port of another, as it was drawn. */
export interface ToolNode {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly config: Readonly<Record<string, unknown>>
  /** Stands for a step of a workflow: any type that gives outputs, and its settings are arguments too. */
  readonly isStep?: true
}

export interface Tool extends ToolSpec {
  /** The node that it is, or that it came from. */
  readonly nodeId: string
  readonly label: string
  /** Whether a call that a crash cut off may be made again. */
  readonly mayRunAgain: boolean
  /** The key is the same when the same call is made again after a crash; it is passed on to the outside. */
  call(
    args: Readonly<Record<string, unknown>>,
    key: string,
    /** Of a step: settings that share their name with a port. */
    settings?: Readonly<Record<string, unknown>>,
  ): Promise<unknown>
  /** Of a step: whether a call with these arguments may be made again after a crash. */
  mayRunAgainWith?(args: Readonly<Record<string, unknown>>, settings?: Readonly<Record<string, unknown>>): boolean
}

/**
 * A call of a tool, as it is kept in the notes of the agent's step under `call:<number>`: written when it begins and again
 * when it ends. Shown as a job of the tool's node.
 */
export interface ToolRecord {
  readonly tool: string
  readonly nodeId: string
  readonly label: string
  readonly args: Readonly<Record<string, unknown>>
  readonly status: ToolCallStatus
  /** Milliseconds since the epoch. */
  readonly startedAt: number
  readonly endedAt?: number
  readonly result?: unknown
  readonly error?: { readonly message: string; readonly code: string }
}

export const TOOL_NOTE = 'call:'
