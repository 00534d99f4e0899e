import type { Values } from '@millrace/agentspec'
import type { NodeOutputs } from '@millrace/model'

/** The outputs of a node by property title, and the branch taken. */
export interface StepResult {
  readonly outputs: Values
  readonly branch?: string
  /** Recorded instead of the outputs, if they differ. */
  readonly recorded?: NodeOutputs
}
