import type { ToolNode } from '../ai/tool.ts'
import type { PlanExpressions } from '../expressions/compiled.ts'
import type { EdgeKind } from '../validate/edge-kinds.ts'

/**
 * A workflow compiled for running: nodes and edges by number, loops found, ports resolved, without the drawing except
 * for names. Plain JSON, so that an execution keeps the plan it was started with when the workflow changes. Contains
 * placeholders in place of secrets.
 */
export interface Plan {
  readonly nodes: readonly PlanNode[]
  readonly edges: readonly PlanEdge[]
  readonly loops: readonly PlanLoop[]
  /** Nodes that agents may call; they have no step. */
  readonly tools: readonly PlanTool[]
  /** Set for a sequential plan, in which one node runs at a time and cycles are allowed. */
  readonly walk?: PlanWalk
}

/** A sequential plan: trigger edges lead from one node to the next, data edges copy values, the last write wins. */
export interface PlanWalk {
  /** The node that it begins with, by number. */
  readonly start: number
  /** The step limit of an execution that was started without one. */
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
  /** Set if it starts executions: manually (`start`), or on an event (`event`). */
  readonly trigger?: 'start' | 'event'
  /** Whether an error edge is connected. */
  readonly hasErrorEdge: boolean
  readonly retry?: RetryPolicy
  readonly timeoutMs?: number
  /** Outputs that replace running it in test runs. */
  readonly pinned?: Readonly<Record<string, unknown>>
  /** The input whose value its branches deliver to data ports. */
  readonly passes?: string
  /** The name of its value among the outputs of the execution. */
  readonly outputName?: string
  /** Every output of the node is an output of the execution, under its own name. */
  readonly givesOutputs?: boolean
  /** Its tools, by number in `tools`. */
  readonly tools?: readonly number[]
  readonly expressions?: PlanExpressions
}

export interface PlanInput {
  readonly id: string
  readonly dataType: string
  readonly required?: boolean
  readonly defaultValue?: unknown
}

export type PlanTool = ToolNode

export interface PlanEdge {
  readonly from: number
  readonly to: number
  readonly fromPort: string
  readonly toPort: string
  readonly kind: EdgeKind
  readonly fromType: string
  readonly toType: string
  /**
   * The loop in whose iterations the edge has its own state; -1 for once in the execution. It is the innermost loop that
   * contains both ends: an edge into a body is settled outside it, an edge out of a body when the loop has ended.
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
  /** 0 to 1: the random share of the delay. */
  readonly jitter: number
}
