import type { Values } from '@millrace/agentspec'
import type { NodeOutputs } from '@millrace/model'

/** What a node gives, by the titles of its properties, and the branch that it leaves by. */
export interface StepResult {
  readonly outputs: Values
  readonly branch?: string
  /** What the step is recorded with instead, where that is not the outputs of the component. */
  readonly recorded?: NodeOutputs
}
