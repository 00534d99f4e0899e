/** Executions for tests, made through the journal as the engine makes them. */

import type { ExecutionSummary } from '@millrace/engine'
import { sampleRecord, started, step } from '@millrace/engine/testing/journal-samples'
import type { ExecutionStatus } from '@millrace/model'
import type { Store } from '../store.ts'

export { sampleRecord, started, step }

/** What the engine says of an execution in a status. */
export function sampleHead(status: ExecutionStatus, change: Partial<ExecutionSummary> = {}): ExecutionSummary {
  const isActive = status === 'pending' || status === 'running'
  return { status, updatedAt: 1, wakeAt: null, isActive, ...change }
}

export interface SampleExecution {
  readonly id: string
  readonly workflowId?: string
  readonly status?: ExecutionStatus
  readonly head?: Partial<ExecutionSummary>
  /** Steps beside the start. */
  readonly steps?: number
}

/** Makes an execution that is at its end, or wherever its status says. */
export async function makeExecution({ journal }: Store, sample: SampleExecution): Promise<void> {
  const { id, workflowId = 'w', status = 'completed', head = {}, steps = 0 } = sample
  const record = sampleRecord(id, { workflowId })
  await journal.create(record, [started(1)], steps > 0 ? sampleHead('running') : sampleHead(status, head))
  for (let n = 0; n < steps; n++) {
    const isLast = n === steps - 1
    await journal.append(id, n + 1, [step(n)], isLast ? sampleHead(status, head) : undefined)
  }
}

/** Tables that hold something of executions. */
export const EXECUTION_TABLES = [
  'executions',
  'execution_workflows',
  'execution_counts',
  'journal',
  'journal_chapters',
  'plans',
  'large_values',
  'large_value_uses',
] as const
