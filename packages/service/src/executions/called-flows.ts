/** The port through which executions run Agent Spec flows as child executions; `agentspec` implements it. */
import type { ExecutionState } from '@millrace/engine'
import type { FlowCall, FlowResult, NodeFailure, Plan, Secrets } from '@millrace/model'

/** A compiled flow: its plan with placeholders for secrets, and the secrets by their paths. */
export interface CompiledFlow {
  readonly plan: Plan
  readonly secrets: Secrets
}

/** A flow with the inputs of one call. */
export interface CalledFlow {
  /** The compiled flow and its launch inputs. `caller` shares the worker threads with others. */
  compile(caller: string): Promise<{ readonly flow: CompiledFlow; readonly inputs: Readonly<Record<string, unknown>> }>
  /** The result of a finished execution of the flow. */
  resultOf(state: ExecutionState): FlowResult | NodeFailure
}

export interface CalledFlows {
  /** Maximum nesting depth of flows. */
  readonly maxDepth: number
  /** Throws if the inputs are invalid. */
  open(call: FlowCall): CalledFlow
}
