import type { ToolNode } from '../ai/tool.ts'

/**
 * A workflow compiled for running: nodes and edges by number, loops found, ports resolved, nothing of the drawing left
 * but the names that people read. Plain JSON, so that an execution keeps the plan it was started with, whatever happens
 * to the workflow. Holds placeholders where the workflow has secrets.
 */
export interface Plan {
  readonly nodes: readonly PlanNode[]
  readonly edges: readonly PlanEdge[]
  readonly loops: readonly PlanLoop[]
  /** Nodes that agents may call; they have no step of their own. */
  readonly tools: readonly PlanTool[]
  /** Set for a sequential plan, in which one node runs at a time and cycles are allowed. */
  readonly walk?: PlanWalk
}

/** A sequential plan: trigger edges lead from one node to the next, data edges copy values, the last write stays. */
export interface PlanWalk {
  /** The node that it begins with, by number. */
  readonly start: number
  /** Most steps of an execution that was started without a limit of its own. */
  readonly maxSteps: number
}

export interface PlanNode {
  readonly id: string
  readonly type: string
  readonly label: string
  readonly config: Readonly<Record<string, unknown>>
  readonly inputs: readonly PlanInput[]
  /** The innermost loop whose body this node is in, by number; -1 for none. */
  readonly loop: number
  /** The loop that this node is the head of; -1 for none. */
  readonly heads: number
  readonly join: 'all' | 'any'
  /** It starts executions: by hand (`start`), or when something happens (`event`). */
  readonly trigger?: 'start' | 'event'
  /** Whether a failure has somewhere to go. */
  readonly hasErrorEdge: boolean
  readonly retry?: RetryPolicy
  readonly timeoutMs?: number
  /** Outputs to use instead of running it, in test runs. */
  readonly pinned?: Readonly<Record<string, unknown>>
  /** Under which name its value is an output of the execution. */
  readonly outputName?: string
  /** Everything that it gives is an output of the execution, by its own name. */
  readonly givesOutputs?: boolean
  /** Its tools, by number in `tools`. */
  readonly tools?: readonly number[]
}

export interface PlanInput {
  readonly id: string
  readonly dataType: string
  readonly required?: boolean
  readonly defaultValue?: unknown
}

export type PlanTool = ToolNode

/** What an edge carries: a value, only the order, a failure, or the end of an iteration. */
export type EdgeKind = 'data' | 'trigger' | 'error' | 'loop_back'

export interface PlanEdge {
  readonly from: number
  readonly to: number
  readonly fromPort: string
  readonly toPort: string
  readonly kind: EdgeKind
  readonly fromType: string
  readonly toType: string
  /**
   * The loop in whose iterations the edge has a state of its own; -1 for once in the execution. The innermost loop that
   * holds both ends: what enters a body is settled outside it, what leaves a body is settled when the loop has ended.
   */
  readonly level: number
}

export interface PlanLoop {
  readonly head: number
  readonly kind: 'foreach' | 'while'
  /** The loop whose body the head is in; -1 for none. */
  readonly parent: number
  /** Nodes whose innermost loop this is. */
  readonly body: readonly number[]
  /** Edges that lead back to the head, in document order. */
  readonly back: readonly number[]
  /** Edges from inside the loop to outside it. */
  readonly exits: readonly number[]
}

/** How often, and after how long, a failed attempt is repeated. */
export interface RetryPolicy {
  readonly maxAttempts: number
  readonly delayMs: number
  readonly factor: number
  readonly maxDelayMs: number
  /** 0 to 1: how much of the delay is left to chance. */
  readonly jitter: number
}
