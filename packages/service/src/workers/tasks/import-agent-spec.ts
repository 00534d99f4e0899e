import { convertedFrom } from '../../features/agentspec/convert.ts'
import { catalogueFrom } from '../catalogue-text.ts'

export interface DocumentToImport {
  /** As JSON. */
  readonly document: string
  readonly catalogue: string
}

/** The workflow of an Agent Spec document with its warnings, or what is wrong with it, as JSON. */
export function perform({ document, catalogue }: DocumentToImport): string {
  return JSON.stringify(convertedFrom(JSON.parse(document), catalogueFrom(catalogue)))
}
