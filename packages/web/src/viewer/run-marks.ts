/** The status of a run as marks on a canvas. Unchanged marks keep their identity, so that only changes are rendered. */

import { decisiveJobOf, type Graph, type Job, type PipelineDetail, type StepStatus } from '@millrace/model'
import { NO_MARKS, type NodeMark, type NodeMarks } from '../graph/node-marks.ts'
import type { Texts } from '../i18n/texts.ts'
import { isShallowEqual } from '../ui/store.ts'
import { durationOf, durationText } from './durations.ts'
import { statusOfNode } from './pipeline-state.ts'

export type EdgeMarks = ReadonlyMap<string, 'active' | 'added' | 'removed'>

type RunDetail = Pick<PipelineDetail, 'jobs' | 'node_statuses'>

/** Marks of the given nodes; a node without a status is idle. */
export function runMarks(
  detail: RunDetail,
  nodes: readonly { readonly id: string }[],
  { before = NO_MARKS, t }: { readonly before?: NodeMarks; readonly t: Texts },
): NodeMarks {
  const marks = new Map<string, NodeMark>()
  const jobsOf = Map.groupBy(detail.jobs, (job) => job.node_id)
  for (const { id } of nodes) {
    const next = markOf(detail, id, jobsOf.get(id) ?? [], t)
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
    tip: error === undefined || status !== 'failed' ? name : `${name}: ${error}`,
    ...(ms === undefined ? {} : { note: durationText(ms, t) }),
  }
}

function isTimed(status: StepStatus): boolean {
  return status === 'completed' || status === 'failed'
}

/** Active edges: from finished nodes to running ones. */
export function runEdgeMarks(detail: RunDetail, { edges }: Pick<Graph, 'edges'>): EdgeMarks {
  const marks = new Map<string, 'active'>()
  for (const { id, source, target } of edges) {
    if (statusOfNode(detail, target) === 'running' && statusOfNode(detail, source) === 'completed')
      marks.set(id, 'active')
  }
  return marks
}
