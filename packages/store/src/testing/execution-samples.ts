/** Sample executions for tests, created through the journal like those of the engine. */

import type { ExecutionSummary } from '@millrace/engine'
import { sampleRecord, started, step } from '@millrace/engine/testing/journal-samples'
import type { ExecutionStatus } from '@millrace/model'
import type { Store } from '../store.ts'

export { sampleRecord, started, step }

/** The summary that the engine writes for an execution in a status. */
export function sampleSummary(status: ExecutionStatus, change: Partial<ExecutionSummary> = {}): ExecutionSummary {
  const isActive = status === 'pending' || status === 'running'
  return { status, updatedAt: 1, wakeAt: null, isActive, ...change }
}

export interface SampleExecution {
  readonly id: string
  readonly workflowId?: string
  readonly status?: ExecutionStatus
  readonly summary?: Partial<ExecutionSummary>
  /** Steps after the start. */
  readonly steps?: number
}

/** Creates an execution in a status. */
export async function makeExecution({ journal }: Store, sample: SampleExecution): Promise<void> {
  const { id, workflowId = 'w', status = 'completed', summary = {}, steps = 0 } = sample
  const record = sampleRecord(id, { workflowId })
  await journal.create(record, [started(1)], steps > 0 ? sampleSummary('running') : sampleSummary(status, summary))
  for (let n = 0; n < steps; n++) {
    const isLast = n === steps - 1
    await journal.append(id, n + 1, [step(n)], isLast ? sampleSummary(status, summary) : undefined)
  }
}

/** The tables with data of executions. */
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
