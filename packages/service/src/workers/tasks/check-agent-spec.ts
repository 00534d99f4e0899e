import { checkOf, type Exporting, type Wanted } from '../../features/agentspec/convert.ts'
import { catalogueFrom } from '../catalogue-text.ts'

export interface WorkflowToCheck extends Exporting {
  readonly catalogue: string
  readonly wanted: Wanted
}

/** Whether a workflow can be exported as Agent Spec. */
export function perform({ catalogue, wanted, ...exporting }: WorkflowToCheck): ReturnType<typeof checkOf> {
  return checkOf(exporting, catalogueFrom(catalogue), wanted)
}
