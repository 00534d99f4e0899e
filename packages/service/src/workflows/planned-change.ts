/** One change of `millrace apply`: what a file wants of the workflow with its machine name. */
import type { PortableWorkflow } from './portable.ts'

export type PlannedChange =
  | { readonly kind: 'create'; readonly wanted: PortableWorkflow; readonly missingSecrets: readonly string[] }
  | {
      readonly kind: 'update'
      readonly wanted: PortableWorkflow
      readonly stored: PortableWorkflow
      readonly from: Stored
    }
  | { readonly kind: 'same'; readonly wanted: Pick<PortableWorkflow, 'machineName'> }
  | { readonly kind: 'delete'; readonly wanted: Pick<PortableWorkflow, 'machineName'> }

/** The workflow that is changed, as the service has it. */
export interface Stored {
  readonly id: string
  readonly revision: number
  readonly config: Readonly<Record<string, unknown>>
}
