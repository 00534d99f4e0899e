import type { Details } from './details.ts'
import type { Executions } from './executions.ts'
import type { PreviewExpression } from './expressions/preview.ts'
import type { Completions } from './streams/completions.ts'
import type { ListChanges } from './streams/list-changes.ts'
import type { PartialOutput } from './streams/partial-output.ts'
import type { PipelineUpdates } from './streams/pipeline-updates.ts'
import type { StuckExecutions } from './stuck.ts'

export interface ExecutionServices {
  readonly executions: Executions
  readonly details: Details
  readonly pipelineUpdates: PipelineUpdates
  readonly completions: Completions
  readonly partialOutput: PartialOutput
  readonly executionList: ListChanges
  readonly stuck: StuckExecutions
  readonly previewExpression: PreviewExpression
}
