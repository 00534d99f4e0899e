import { catalogueFrom } from '../../catalogue/catalogue-text.ts'
import { convertedFrom } from '../convert.ts'

export interface DocumentToImport {
  /** As JSON. */
  readonly document: string
  readonly catalogue: string
}

/** The workflow of an Agent Spec document with its warnings, or the errors, as JSON. */
export function perform({ document, catalogue }: DocumentToImport): string {
  return JSON.stringify(convertedFrom(JSON.parse(document), catalogueFrom(catalogue)))
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'import-agent-spec': typeof perform
  }
}
