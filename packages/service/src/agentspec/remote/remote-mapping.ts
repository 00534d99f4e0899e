/** Maps responses of other runtimes to our API. */
import {
  AgentSpecExecution,
  type AgentSpecNodeStatus,
  type FlowStatus,
  fits,
  isObject,
  type StepStatus,
} from '@millrace/model'

const STATUSES: Readonly<Record<string, FlowStatus>> = {
  completed: 'completed',
  success: 'completed',
  done: 'completed',
  failed: 'failed',
  error: 'failed',
  cancelled: 'cancelled',
  canceled: 'cancelled',
}

const NODE_STATUSES: Readonly<Record<string, StepStatus>> = {
  ...STATUSES,
  running: 'running',
  executing: 'running',
  pending: 'pending',
  queued: 'pending',
  skipped: 'skipped',
  paused: 'paused',
  interrupted: 'interrupted',
  waiting: 'interrupted',
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value.toLowerCase() : ''
}

/** Unknown statuses count as running. */
export function statusIn(body: unknown): FlowStatus {
  return isObject(body) ? (STATUSES[wordOf(body.status ?? body.execution_status)] ?? 'running') : 'running'
}

/** The execution status in our API format. */
export function executionIn(id: string, body: unknown): AgentSpecExecution {
  const given = isObject(body) ? body : {}
  const status = statusIn(given)
  const nodes = nodesIn(given.node_statuses ?? given.nodes)
  const error = errorIn(given, status, nodes)
  const { waiting_for, end_node, end_branch } = given
  const record: AgentSpecExecution = {
    execution_id: id,
    id,
    status,
    execution_status: status,
    node_statuses: nodes,
    nodes,
    ...(isTime(given.created_at) ? { created_at: given.created_at } : {}),
    ...(isTime(given.updated_at) ? { updated_at: given.updated_at } : {}),
    ...(error === undefined ? {} : { error, message: error }),
    ...(typeof end_node === 'string' ? { end_node } : {}),
    ...(typeof end_branch === 'string' ? { end_branch } : {}),
  }
  const waiting = { ...record, waiting_for } as AgentSpecExecution
  return waiting_for !== undefined && fits(AgentSpecExecution, waiting) ? waiting : record
}

function nodesIn(value: unknown): Record<string, AgentSpecNodeStatus> {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, nodeIn(isObject(one) ? one : { status: one })]),
  )
}

function nodeIn(node: Record<string, unknown>): AgentSpecNodeStatus {
  const status = NODE_STATUSES[wordOf(node.status ?? node.state)] ?? 'idle'
  const count = Number(node.execution_count)
  const duration = Number(node.duration_ms)
  return {
    status,
    state: status,
    execution_count: Number.isInteger(count) && count >= 0 ? count : status === 'idle' || status === 'skipped' ? 0 : 1,
    ...(isTime(node.started_at) ? { started_at: node.started_at } : {}),
    ...(node.duration_ms !== null && node.duration_ms !== undefined && duration >= 0
      ? { duration_ms: Math.round(duration) }
      : {}),
    ...(typeof node.error === 'string' && node.error !== '' ? { error: node.error } : {}),
  }
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value))
}

/** The reported error, else that of the first failed node. */
function errorIn(
  given: Record<string, unknown>,
  status: FlowStatus,
  nodes: Record<string, AgentSpecNodeStatus>,
): string | undefined {
  if (status === 'cancelled') return 'cancelled'
  if (status !== 'failed') return undefined
  const told = given.error ?? given.message
  if (typeof told === 'string' && told !== '') return told
  return Object.values(nodes).find((node) => node.error !== undefined)?.error ?? 'The flow failed.'
}

/** Results are plain, or wrapped with id and status. */
export function resultsIn(body: unknown): Record<string, unknown> | undefined {
  if (!isObject(body)) return undefined
  const isWrapped = 'execution_id' in body && 'status' in body && 'results' in body
  if (!isWrapped) return body
  return isObject(body.results) ? body.results : body.results === null ? undefined : { result: body.results }
}
