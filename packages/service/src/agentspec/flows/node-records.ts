/** Derives the Agent Spec node records of a flow from the steps of its execution. */

import type { ExecutionState, Step } from '@millrace/engine'
import type { AgentSpecNodeStatus, FlowStatus, StepStatus } from '@millrace/model'
import { iso } from '../../platform/iso.ts'

/** A question of a nested execution. */
export interface InnerQuestion {
  readonly interruptId: string
  /** Id of the node of the flow that the execution belongs to. */
  readonly rootNode: string
  readonly type: string
}

/** A question that a flow waits for, with the name of its node. */
export interface WaitsFor {
  readonly interruptId: string
  readonly node: string
  readonly type: string
}

/** An accepted flow counts as running while it is queued. */
export function flowStatus({ status }: Pick<ExecutionState, 'status'>): FlowStatus {
  return status === 'pending' ? 'running' : status
}

/** The record of a node's last started visit. `isWaiting`: a nested flow is asking a person. */
export function nodeRecord(state: ExecutionState, last: Step | undefined, isWaiting: boolean): AgentSpecNodeStatus {
  const status = nodeStatus(state, last, isWaiting)
  if (last === undefined) return { status, state: status, execution_count: 0 }
  const isOver = last.endedAt > 0
  return {
    status,
    state: status,
    execution_count: last.run,
    started_at: iso(last.startedAt),
    ...(isOver ? { duration_ms: Math.max(0, last.endedAt - last.startedAt) } : {}),
    ...(status === 'failed' && last.failure !== undefined ? { error: last.failure.message } : {}),
  }
}

/** Converts step statuses to node statuses. A node that waits for a retry or another execution is running. */
function nodeStatus(state: ExecutionState, last: Step | undefined, isWaiting: boolean): StepStatus {
  if (last === undefined) return state.finishedAt === undefined ? 'idle' : 'skipped'
  switch (last.status) {
    case 'pending':
    case 'running':
    case 'paused':
      return isWaiting ? 'interrupted' : 'running'
    case 'cancelled':
      // An interrupted node fails with its flow.
      return state.status === 'failed' ? 'failed' : 'cancelled'
    default:
      return last.status
  }
}

/** The last started visit of every node, by number. */
export function lastVisits({ steps }: ExecutionState): Map<number, Step> {
  const visits = new Map<number, Step>()
  for (const step of steps) if (step.run > 0) visits.set(step.node, step)
  return visits
}

/** Questions of the flow's own nodes, then those of nested executions. */
export function questionsOf({ open, index }: ExecutionState, inside: readonly InnerQuestion[]): WaitsFor[] {
  const labels = new Map(index.plan.nodes.map(({ id, label }) => [id, label]))
  const own = [...open].map(({ id, step, question }) => ({
    interruptId: id,
    node: index.plan.nodes[step.node]?.label ?? '',
    type: question.type,
  }))
  const inner = inside.map(({ interruptId, rootNode, type }) => ({
    interruptId,
    node: labels.get(rootNode) ?? rootNode,
    type,
  }))
  return [...own, ...inner]
}
