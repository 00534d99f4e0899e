/** Agent Spec flows that a step runs as child executions, as far as executions know them; `agentspec` provides them. */
import type { ExecutionState } from '@millrace/engine'
import type { FlowCall, FlowResult, NodeFailure, Plan, Secrets } from '@millrace/model'

/** A flow as the engine runs it: its plan, with placeholders in place of secrets, and the secrets by their places. */
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
  /** Flows may be nested this deep. */
  readonly maxDepth: number
  /** Throws if the inputs do not fit the flow. */
  open(call: FlowCall): CalledFlow
}
