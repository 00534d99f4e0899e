/**
 * Flows that version 0.1 ran as one step with a separate interpreter. Completed flows keep their status and results;
 * unfinished ones cannot be resumed.
 */

import type { ExecutionEngine, Known, ExecutionRecord as StoredRecord } from '@millrace/engine'
import {
  type AgentSpecExecution,
  type AgentSpecNodeStatus,
  isObject,
  OPEN_EXECUTION_STATUSES,
  plain,
  STEP_STATUSES,
  type StepStatus,
} from '@millrace/model'
import type { ExecutionStore } from '@millrace/store'
import { iso } from '../../platform/iso.ts'
import { errorIn } from './flow-view.ts'
import { flowStatus } from './node-records.ts'

const EARLIER_TYPE = 'agentspec.flow'
const FAILURE = {
  code: 'STARTED_BY_EARLIER_VERSION',
  message: 'The flow was started by an earlier version of the service and cannot be resumed. Start it again.',
}
const PAGE = 100

export function isEarlier({ plan }: Pick<StoredRecord, 'plan'>): boolean {
  return plan.nodes.length === 1 && plan.nodes[0]?.type === EARLIER_TYPE
}

export function earlierResults({ state }: Pick<Known, 'state'>): Readonly<Record<string, unknown>> | undefined {
  const outputs = state.status === 'completed' ? plain(state.steps[0]?.outputs?.outputs) : undefined
  return isObject(outputs) ? outputs : undefined
}

export function earlierRecord({ record, state }: Pick<Known, 'record' | 'state'>): AgentSpecExecution {
  const status = flowStatus(state)
  const error = errorIn(state)
  const nodes = earlierNodes({ record, state })
  const end = state.steps[0]?.outputs
  return {
    execution_id: record.id,
    id: record.id,
    status,
    execution_status: status,
    node_statuses: nodes,
    nodes,
    created_at: iso(record.createdAt),
    updated_at: iso(state.updatedAt),
    ...(error === undefined ? {} : { error, message: error }),
    ...(typeof end?.end_node === 'string' ? { end_node: end.end_node, end_branch: String(end.end_branch) } : {}),
  }
}

/** In version 0.1 node visits were numbered notes of the single step. */
function earlierNodes({ record, state }: Pick<Known, 'record' | 'state'>): Record<string, AgentSpecNodeStatus> {
  const { nodes: names } = record.plan.nodes[0]?.config ?? {}
  const records = new Map(
    (Array.isArray(names) ? names : []).map((name): [string, AgentSpecNodeStatus] => [
      String(name),
      nodeOf('skipped', 0),
    ]),
  )
  for (const [key, note] of Object.entries(state.steps[0]?.notes ?? {})) {
    if (!/^\d+$/.test(key) || !isObject(note)) continue
    const name = String(note.node)
    const noted = STEP_STATUSES.find((status) => status === note.status)
    const wasCut = noted === undefined || noted === 'running'
    const status = wasCut ? (state.status === 'failed' ? 'failed' : 'cancelled') : noted
    records.set(name, nodeOf(status, (records.get(name)?.execution_count ?? 0) + 1))
  }
  return Object.fromEntries(records)
}

function nodeOf(status: StepStatus, count: number): AgentSpecNodeStatus {
  return { status, state: status, execution_count: count }
}

/** Fails the unfinished flows of an earlier version. */
export async function failEarlierFlows(
  engine: Pick<ExecutionEngine, 'history' | 'fail'>,
  store: Pick<ExecutionStore, 'list'>,
): Promise<void> {
  for (const status of OPEN_EXECUTION_STATUSES) {
    for (let offset = 0; ; offset += PAGE) {
      const { items } = await store.list({ workflowId: '', status, limit: PAGE, offset })
      for (const { id } of items) {
        const stored = await engine.history(id)
        if (stored === undefined || !isEarlier(stored.record)) continue
        await engine.fail(id, FAILURE)
      }
      if (items.length < PAGE) break
    }
  }
}
