/** What people are shown of a flow, derived from the history of its execution. */

import { askNoteIn, FlowBoard } from '@millrace/agentspec'
import type { ExecutionState, Known, Step } from '@millrace/engine'
import { isObject, Problem, plain } from '@millrace/model'
import { type ExecutionRecord, nodeRecord } from '../wire.ts'
import { type FlowConfig, flowConfigOf } from './flow-record.ts'

/** A question that a flow waits for. */
export interface WaitsFor {
  readonly interruptId: string
  readonly node: string
  readonly type: string
}

export type FlowStatus = 'running' | 'completed' | 'failed' | 'cancelled'

/** An execution that was accepted runs, be it that it still waits for room. */
export function statusOf({ status }: Pick<ExecutionState, 'status'>): FlowStatus {
  return status === 'pending' ? 'running' : status
}

export function stepOf({ steps }: Pick<ExecutionState, 'steps'>): Step | undefined {
  return steps[0]
}

export function waitingIn(step: Step | undefined): WaitsFor | undefined {
  if (step?.status !== 'interrupted') return undefined
  const open = step.asked.at(-1)
  const note = askNoteIn(step.notes, step.asked.length - 1)
  if (open === undefined) return undefined
  return { interruptId: open.id, node: note?.trail[0] ?? '', type: open.question.type }
}

/** Why it did not come to its end. */
export function errorIn(state: ExecutionState): string | undefined {
  if (state.status === 'cancelled') return 'cancelled'
  if (state.status !== 'failed') return undefined
  // The engine's own words name the one node that holds the flow, which says nothing to anybody.
  return stepOf(state)?.failure?.message ?? state.failure?.message ?? 'The flow failed.'
}

export function boardOf({ nodes }: Pick<FlowConfig, 'nodes'>, state: ExecutionState): FlowBoard {
  const board = new FlowBoard(nodes)
  const step = stepOf(state)
  for (const [key, note] of Object.entries(step?.notes ?? {})) board.note(key, note)
  board.waitsAt(waitingIn(step)?.node)
  const status = statusOf(state)
  if (status !== 'running') board.finish(status)
  board.takeChanged()
  return board
}

export function resultsIn(state: ExecutionState): Readonly<Record<string, unknown>> | undefined {
  const outputs = state.status === 'completed' ? plain(stepOf(state)?.outputs?.outputs) : undefined
  return isObject(outputs) ? outputs : undefined
}

/** The status record of the interface. */
export function recordOf({ record, state }: Pick<Known, 'record' | 'state'>): ExecutionRecord {
  const config = configOf(record)
  const board = boardOf(config, state)
  const nodes = Object.fromEntries([...board.nodes].map(([name, standing]) => [name, nodeRecord(standing)]))
  const status = statusOf(state)
  const error = errorIn(state)
  const waiting = waitingIn(stepOf(state))
  const end = stepOf(state)?.outputs
  return {
    execution_id: record.id,
    id: record.id,
    status,
    execution_status: status,
    node_statuses: nodes,
    nodes,
    created_at: new Date(record.createdAt).toISOString(),
    updated_at: new Date(state.updatedAt).toISOString(),
    ...(error === undefined ? {} : { error, message: error }),
    ...(waiting === undefined ? {} : { waiting_for: [waiting] }),
    ...(board.messages.length === 0 ? {} : { messages: board.messages.map((one) => ({ ...one })) }),
    ...(typeof end?.end_node === 'string' ? { end_node: end.end_node, end_branch: String(end.end_branch) } : {}),
  }
}

export function configOf(record: Known['record']): FlowConfig {
  const config = flowConfigOf(record)
  if (config === undefined) throw notFound(record.id)
  return config
}

export function notFound(id: string): Problem {
  return new Problem('NOT_FOUND', { message: `There is no Agent Spec execution "${id}".` })
}
