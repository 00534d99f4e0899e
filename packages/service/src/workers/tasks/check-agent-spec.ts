import { checkOf, type Wanted } from '../../features/agentspec/convert.ts'
import { catalogueFrom } from '../catalogue-text.ts'

export interface WorkflowToCheck {
  /** A workflow as JSON. */
  readonly document: string
  readonly catalogue: string
  readonly wanted: Wanted
}

/** Whether a workflow can be exported as Agent Spec. */
export function perform({ document, catalogue, wanted }: WorkflowToCheck): ReturnType<typeof checkOf> {
  return checkOf(document, catalogueFrom(catalogue), wanted)
}
