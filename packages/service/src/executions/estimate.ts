/** The reply to a start, with the time at which the execution is expected to end. */

import type { ExecutionRecord } from '@millrace/engine'
import type { ExecutionStore } from '@millrace/store'
import { iso } from '../platform/iso.ts'

/** The estimate for the first execution of a workflow. */
const UNKNOWN_MS = 1000
const RECENT = 20

/** The initial status of every execution, even if it has changed by now. */
export async function startedReply(
  { id, workflowId, createdAt }: ExecutionRecord,
  store: Pick<ExecutionStore, 'list'>,
) {
  return {
    execution_id: id,
    pipelineId: id,
    status: 'pending' as const,
    started_at: iso(createdAt),
    estimated_completion: new Date(createdAt + (await expectedMs(workflowId, store))).toISOString(),
  }
}

/** The mean duration of recent executions. An unsaved workflow has none. */
async function expectedMs(workflowId: string, store: Pick<ExecutionStore, 'list'>): Promise<number> {
  if (workflowId === '') return UNKNOWN_MS
  const { items } = await store.list({ workflowId, status: 'completed', limit: RECENT, offset: 0 })
  const sum = items.reduce((total, { updatedAt, createdAt }) => total + updatedAt - createdAt, 0)
  return items.length === 0 ? UNKNOWN_MS : Math.round(sum / items.length)
}
