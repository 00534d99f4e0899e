/** An execution as an MCP tool result. */
import { keptOutputsOf, outputsOf } from '@millrace/engine'
import { jsonSize } from '@millrace/model'
import { questionRecord } from './question-record.ts'
import type { McpServices } from './services.ts'

type Needs = Pick<McpServices, 'details' | 'executions' | 'interrupts'>

const MAX_NODES = 200
const MAX_QUESTIONS = 20
/** Limit for outputs as JSON. Above it each value is truncated and replaced by the address of the whole value. */
const MAX_CHARACTERS = 262_144

/** Status, outputs, error and open questions. Long values are truncated. */
export async function reportOf(id: string, { details, executions, interrupts }: Needs) {
  const detail = await details.detail(id)
  const { progress } = await executions.status(id)
  const open = { executionId: id, status: 'pending', limit: MAX_QUESTIONS, offset: 0, order: 'asc' } as const
  const { items } = await interrupts.list(open)
  return {
    execution_id: id,
    workflow_id: detail.workflow_id,
    status: detail.status,
    progress,
    created: detail.created,
    ...(detail.completed === undefined ? {} : { completed: detail.completed }),
    outputs: detail.outputs,
    ...(detail.error === undefined ? {} : { error: detail.error, error_code: detail.error_code }),
    ...(items.length === 0 ? {} : { waiting_for: items.map(questionRecord) }),
  }
}

/** The status of every node. */
export async function nodesOf(id: string, { details }: Pick<Needs, 'details'>) {
  const { node_statuses } = await details.detail(id)
  return Object.entries(node_statuses)
    .slice(0, MAX_NODES)
    .map(([id, { status, error }]) => ({ id, status, ...(error === undefined ? {} : { error }) }))
}

/** The outputs of an execution; very long ones are truncated. */
export async function outputsFor(id: string, needs: Needs): Promise<Record<string, unknown>> {
  const { state } = await needs.executions.known(id)
  const isShort = jsonSize(keptOutputsOf(state), MAX_CHARACTERS) <= MAX_CHARACTERS
  return isShort ? outputsOf(state) : (await reportOf(id, needs)).outputs
}
