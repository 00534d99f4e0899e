import { catalogueFrom } from '../../catalogue/catalogue-text.ts'
import { type ExportForm, type Exporting, exportedText, type Refused } from '../convert.ts'

export interface WorkflowToExport extends Exporting {
  readonly catalogue: string
  readonly wanted: ExportForm
}

/** A workflow as Agent Spec text, or the errors. */
export function perform({ catalogue, wanted, ...exporting }: WorkflowToExport): string | Refused {
  return exportedText(exporting, catalogueFrom(catalogue), wanted)
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'export-agent-spec': typeof perform
  }
}
