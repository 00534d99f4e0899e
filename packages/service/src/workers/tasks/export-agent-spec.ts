import { type ExportForm, exportedText, type Refused } from '../../features/agentspec/convert.ts'
import { catalogueFrom } from '../catalogue-text.ts'

export interface WorkflowToExport {
  /** A workflow as JSON. */
  readonly document: string
  readonly catalogue: string
  readonly wanted: ExportForm
}

/** The text of a workflow as Agent Spec, or what keeps it from being one. */
export function perform({ document, catalogue, wanted }: WorkflowToExport): string | Refused {
  return exportedText(document, catalogueFrom(catalogue), wanted)
}
