import { catalogueFrom } from '../../catalogue/catalogue-text.ts'
import { checkOf, type Exporting, type Wanted } from '../convert.ts'

export interface WorkflowToCheck extends Exporting {
  readonly catalogue: string
  readonly wanted: Wanted
}

/** Whether a workflow can be exported as Agent Spec. */
export function perform({ catalogue, wanted, ...exporting }: WorkflowToCheck): ReturnType<typeof checkOf> {
  return checkOf(exporting, catalogueFrom(catalogue), wanted)
}

declare module '../../platform/workers/workers.ts' {
  interface WorkerTasks {
    'check-agent-spec': typeof perform
  }
}
