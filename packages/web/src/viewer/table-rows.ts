/**
 * The rows of the table view. Pure. One row per node, sorted by activity: running first, then waiting for an answer,
 * then by last activity. Below a node are its loop iterations and tool calls.
 */
import { decisiveJobOf, type Job, type PipelineDetail, type StepStatus } from '@millrace/model'
import { durationOf } from './durations.ts'
import { statusOfNode } from './pipeline-state.ts'
import type { ViewedNode } from './viewed-nodes.ts'

export interface TableRow {
  readonly node: ViewedNode
  readonly status: StepStatus
  /** The job that determines the node's status. */
  readonly job: Job | undefined
  /** All jobs of the node, oldest first; more than one in loops. */
  readonly rounds: readonly Job[]
  /** Tool calls of the jobs of this node. */
  readonly toolCalls: readonly Job[]
  readonly lastExecuted: string | undefined
  readonly durationMs: number | undefined
  readonly error: string | undefined
  readonly attempts: number
}

/** Running, then blocked, then pending, then finished. */
const ACTIVITY: Readonly<Record<StepStatus, number>> = {
  running: 0,
  interrupted: 1,
  paused: 2,
  failed: 3,
  cancelled: 3,
  completed: 3,
  pending: 4,
  skipped: 5,
  idle: 6,
}

export function tableRows(
  detail: Pick<PipelineDetail, 'jobs' | 'node_statuses'>,
  nodes: readonly ViewedNode[],
): TableRow[] {
  const byNode = Map.groupBy(detail.jobs, (job) => job.node_id)
  const callsOf = Map.groupBy(
    detail.jobs.filter((job) => job.tool_of !== undefined),
    (job) => job.tool_of ?? '',
  )
  const rows = nodes.map((node): TableRow => {
    const rounds = byNode.get(node.id) ?? []
    const job = decisiveJobOf(rounds)
    const record = detail.node_statuses?.[node.id]
    return {
      node,
      // A node without any data counts as pending.
      status: activeStatus(rounds) ?? statusOfNode(detail, node.id) ?? 'pending',
      job,
      rounds,
      toolCalls: rounds.flatMap((one) => callsOf.get(one.id) ?? []),
      lastExecuted: record?.last_executed ?? job?.started,
      durationMs: job === undefined ? record?.execution_time : (durationOf(job) ?? record?.execution_time),
      error: record?.error ?? job?.error_message,
      attempts: job?.attempt ?? 0,
    }
  })
  return rows
    .map((row, at) => ({ row, at }))
    .sort((a, b) => byActivity(a.row, b.row) || a.at - b.at)
    .map(({ row }) => row)
}

/** A node is running while one of its iterations runs, independent of its newest iteration. */
function activeStatus(rounds: readonly Job[]): StepStatus | undefined {
  return rounds.some(({ status }) => status === 'running') ? 'running' : undefined
}

function byActivity(a: TableRow, b: TableRow): number {
  return ACTIVITY[a.status] - ACTIVITY[b.status] || newest(b) - newest(a)
}

function newest({ job, lastExecuted }: TableRow): number {
  const at = job?.completed ?? lastExecuted
  return at === undefined ? 0 : Date.parse(at)
}

export type SortKey = 'node' | 'type' | 'status' | 'duration' | 'lastExecuted'

export interface SortOrder {
  readonly key: SortKey
  readonly isDescending: boolean
}

/** Newest activity first. */
export const BY_ACTIVITY: SortOrder = { key: 'lastExecuted', isDescending: true }

/** The order after a click on a column: its usual direction first, then the other one. */
export function nextOrder({ key, isDescending }: SortOrder, clicked: SortKey): SortOrder {
  if (key === clicked) return { key, isDescending: !isDescending }
  return { key: clicked, isDescending: clicked === 'duration' || clicked === 'lastExecuted' }
}

/** Sorts rows of `tableRows`, which are sorted by activity. Rows without a duration are last. */
export function sortedRows(rows: readonly TableRow[], { key, isDescending }: SortOrder): TableRow[] {
  if (key === 'lastExecuted') return isDescending ? [...rows] : rows.toReversed()
  if (key === 'duration') {
    const [timed, others] = [rows.filter(hasDuration), rows.filter((row) => !hasDuration(row))]
    const sign = isDescending ? -1 : 1
    return [...timed.toSorted((a, b) => sign * ((a.durationMs ?? 0) - (b.durationMs ?? 0))), ...others]
  }
  const sorted = rows.toSorted((a, b) => BY_COLUMN[key](a, b))
  return isDescending ? sorted.reverse() : sorted
}

const BY_COLUMN = {
  node: (a: TableRow, b: TableRow) => a.node.title.localeCompare(b.node.title),
  type: (a: TableRow, b: TableRow) => a.node.typeName.localeCompare(b.node.typeName),
  status: (a: TableRow, b: TableRow) => ACTIVITY[a.status] - ACTIVITY[b.status] || a.status.localeCompare(b.status),
}

function hasDuration({ durationMs }: TableRow): boolean {
  return durationMs !== undefined
}
