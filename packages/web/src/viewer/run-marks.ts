/** The status of a run as marks on a canvas. Unchanged marks keep their identity, so that only changes are rendered. */

import {
  branchKey,
  decisiveJobOf,
  type Graph,
  type Job,
  LOOP_BACK,
  type PipelineDetail,
  parseHandle,
  type StepStatus,
  type WorkflowEdge,
} from '@millrace/model'
import type { EdgeMark } from '../graph/flow-graph.ts'
import { NO_MARKS, type NodeMark, type NodeMarks } from '../graph/node-marks.ts'
import type { Texts } from '../i18n/texts.ts'
import { isShallowEqual } from '../ui/store.ts'
import { durationOf, durationText } from './durations.ts'
import { statusOfNode } from './pipeline-state.ts'

export type EdgeMarks = ReadonlyMap<string, EdgeMark>

type RunDetail = Pick<PipelineDetail, 'jobs' | 'node_statuses' | 'branches_taken'>

interface RunMarking {
  readonly before?: NodeMarks
  /** The edges of the workflow: they show which nodes are the heads of loops. */
  readonly edges?: readonly WorkflowEdge[]
  readonly t: Texts
}

/** Marks of the given nodes; a node without a status is idle. */
export function runMarks(
  detail: RunDetail,
  nodes: readonly { readonly id: string }[],
  { before = NO_MARKS, edges = [], t }: RunMarking,
): NodeMarks {
  const marks = new Map<string, NodeMark>()
  const jobsOf = Map.groupBy(detail.jobs, (job) => job.node_id)
  const rounds = roundsOf(detail, edges)
  for (const { id } of nodes) {
    const next = {
      ...markOf(detail, id, jobsOf.get(id) ?? [], t),
      ...(rounds.has(id) ? { rounds: rounds.get(id) ?? 0 } : {}),
    }
    const known = before.get(id)
    marks.set(id, known !== undefined && isShallowEqual(known, next) ? known : next)
  }
  return marks
}

function markOf(detail: RunDetail, node: string, jobs: readonly Job[], t: Texts): NodeMark {
  const status = statusOfNode(detail, node) ?? 'idle'
  const record = detail.node_statuses?.[node]
  const job = decisiveJobOf(jobs)
  const ms = isTimed(status) ? ((job && durationOf(job)) ?? record?.execution_time) : undefined
  const error = record?.error ?? job?.error_message
  const name = t.status.step[status]
  return {
    status,
    tip: error === undefined || status !== 'failed' ? name : `${name}: ${t.message(error)}`,
    ...(ms === undefined ? {} : { note: durationText(ms, t) }),
  }
}

function isTimed(status: StepStatus): boolean {
  return status === 'completed' || status === 'failed'
}

/** Nodes that ran several times, with how often. A loop ran as often as the nodes that lead back to it. */
function roundsOf({ node_statuses }: RunDetail, edges: readonly WorkflowEdge[]): ReadonlyMap<string, number> {
  const executions = (id: string) => node_statuses?.[id]?.executions ?? 0
  const rounds = new Map<string, number>()
  for (const id of Object.keys(node_statuses ?? {})) if (executions(id) > 1) rounds.set(id, executions(id))
  for (const { source, target, targetHandle } of edges) {
    if (parseHandle(targetHandle ?? '', target, 'input') !== LOOP_BACK || executions(target) === 0) continue
    rounds.set(target, Math.max(rounds.get(target) ?? 0, executions(source)))
  }
  return rounds
}

/** Which edges a run took: active ones lead to running nodes, untaken ones to nodes that did not run because of them. */
export function runEdgeMarks(detail: RunDetail, { edges }: Pick<Graph, 'edges'>): EdgeMarks {
  const marks = new Map<string, EdgeMark>()
  const jobsOf = Map.groupBy(detail.jobs, (job) => job.node_id)
  for (const edge of edges) {
    const [from, to] = [statusOfNode(detail, edge.source), statusOfNode(detail, edge.target)]
    if (from === undefined || to === undefined) continue
    const isDelivered = delivers(edge, from, { detail, jobs: jobsOf.get(edge.source) ?? [] })
    if (isDelivered === undefined) continue
    if (!isDelivered || to === 'skipped') marks.set(edge.id, 'untaken')
    else marks.set(edge.id, to === 'running' ? 'active' : 'taken')
  }
  return marks
}

const TOOL_PORT = 'tool'

function isToolCall({ tool_of }: Job): boolean {
  return tool_of !== undefined
}

/** Whether the source of an edge has delivered; undefined if it is not over. */
function delivers(
  { source, sourceHandle }: WorkflowEdge,
  status: StepStatus,
  { detail, jobs }: { readonly detail: RunDetail; readonly jobs: readonly Job[] },
): boolean | undefined {
  if (status === 'skipped' || status === 'cancelled') return false
  const port = parseHandle(sourceHandle ?? '', source, 'output') ?? ''
  // An agent gets the result of a tool call, also of a failed one.
  if (port === TOOL_PORT && (status === 'completed' || status === 'failed')) return jobs.some(isToolCall)
  if (status === 'failed') return port === 'error'
  if (status !== 'completed') return undefined
  const taken = detail.branches_taken?.[source]
  const key = branchKey(port)
  if (taken?.some((branch) => branchKey(branch) === key)) return true
  if (port === 'error') return jobs.some((job) => job.status === 'failed')
  if (port === 'trigger') return true
  // A port without a value delivered nothing. Jobs have no values until they are loaded.
  if (jobs.some(({ output_data }) => output_data !== undefined && Object.hasOwn(output_data, port))) return true
  return taken === undefined && jobs.every(({ output_data }) => output_data === undefined)
}
