import type { GraphChecks } from './graph-checks.ts'
import type { Workflows } from './workflows.ts'

export interface WorkflowServices {
  readonly workflows: Workflows
  readonly graphChecks: GraphChecks
}
