/** Props of the built-in views. */
import type { Catalogue } from '@millrace/model'
import type { Client } from '../../api/client.ts'
import type { PortRules } from '../../graph/port-rules.ts'
import type { PipelineState } from '../pipeline-state.ts'
import type { ViewedNode, ViewedWorkflow } from '../viewed-nodes.ts'

export interface BuiltInViewProps {
  readonly client: Client
  readonly pipeline: PipelineState
  readonly workflow: ViewedWorkflow
  readonly nodes: readonly ViewedNode[]
  readonly catalogue: Catalogue
  readonly rules: PortRules
  readonly selected: string | undefined
  readonly onSelect: (node: string | undefined) => void
  readonly linkTo?: ((executionId: string) => string) | undefined
}
