/** Executions that the cluster stopped driving after too many failed attempts. An embedded service has none. */
import { type ExecutionStatus, isExecutionOver, type Stuck } from '@millrace/model'
import { iso } from '../platform/iso.ts'

export interface StuckExecutions {
  /** The stuck ones of some executions, as of the last few seconds. */
  among(ids: readonly string[]): Promise<ReadonlyMap<string, { readonly since: number; readonly reason: string }>>
  /** Tries again; false if the execution is not stuck. */
  resume(id: string): Promise<boolean>
}

export const NEVER_STUCK: StuckExecutions = {
  among: async () => new Map(),
  resume: async () => false,
}

interface Listed {
  readonly id: string
  readonly status: ExecutionStatus
}

/** Returns a function with the wire fields of a stuck execution. */
export async function stuckFields(
  stuck: StuckExecutions,
  executions: readonly Listed[],
): Promise<(id: string) => { readonly stuck?: Stuck }> {
  const open = executions.flatMap(({ id, status }) => (isExecutionOver(status) ? [] : [id]))
  const found = await stuck.among(open)
  return (id) => {
    const known = found.get(id)
    return known === undefined ? {} : { stuck: { since: iso(known.since), reason: known.reason } }
  }
}
