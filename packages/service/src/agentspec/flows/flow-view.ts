/** The status record and the results of a flow, derived from its execution and nested questions. */

import type { ExecutionState, Known } from '@millrace/engine'
import type { AgentSpecExecution } from '@millrace/model'
import { iso } from '../../platform/iso.ts'
import { endOfFlow, flowFailure } from './flow-outcome.ts'
import { flowStatus, type InnerQuestion, lastVisits, nodeRecord, questionsOf } from './node-records.ts'

/** Why a flow did not complete. */
export function errorIn(state: ExecutionState): string | undefined {
  return state.status === 'failed' || state.status === 'cancelled' ? flowFailure(state).message : undefined
}

export function resultsIn(state: ExecutionState): Readonly<Record<string, unknown>> | undefined {
  return state.status === 'completed' ? endOfFlow(state)?.outputs : undefined
}

/** `inside` are the questions of nested executions. */
export function recordOf(
  { record, state }: Pick<Known, 'record' | 'state'>,
  inside: readonly InnerQuestion[],
): AgentSpecExecution {
  const waiting = questionsOf(state, inside)
  const asking = new Set(inside.map(({ rootNode }) => rootNode))
  const visits = lastVisits(state)
  const nodes = Object.fromEntries(
    state.index.plan.nodes.map(({ id, label }, at) => [label, nodeRecord(state, visits.get(at), asking.has(id))]),
  )
  const status = flowStatus(state)
  const error = errorIn(state)
  const end = state.status === 'completed' ? endOfFlow(state) : undefined
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
    ...(waiting.length === 0 ? {} : { waiting_for: waiting }),
    ...(state.messages.length === 0 ? {} : { messages: state.messages.map((one) => ({ ...one })) }),
    ...(end === undefined ? {} : { end_node: end.node, end_branch: end.branch }),
  }
}
