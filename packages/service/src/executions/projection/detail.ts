/** The pipeline detail and the log. Derived from the state, never stored. */

import { type ExecutionRecord, type ExecutionState, keptOutputsOf } from '@millrace/engine'
import {
  executionStarterOf,
  executionTriggerOf,
  type LogEntry,
  type PipelineDetail,
  summaryOfCounts,
} from '@millrace/model'
import { iso } from '../../platform/iso.ts'
import { cutAll, type Href } from './cut-values.ts'
import { mostRelevant, refPage } from './job-refs.ts'
import { jobWithData, type Tallied, tallied } from './jobs.ts'

interface Shown {
  readonly href: Href
  readonly maxJobs?: number
  /** Of the same state. */
  readonly tally?: Tallied
}

export function detailOf(
  record: ExecutionRecord,
  state: ExecutionState,
  { href, maxJobs = Number.POSITIVE_INFINITY, tally = tallied(state) }: Shown,
): PipelineDetail {
  const { statuses, counts, notable } = tally
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0)
  const shown =
    total <= maxJobs ? refPage(state, { limit: total, offset: 0 }).refs : mostRelevant(state, maxJobs, notable)
  const { kanban, startedBy = '', revision } = record.about
  const starter = executionStarterOf(record.about, record.parent)
  return {
    id: record.id,
    workflow_id: record.workflowId,
    status: state.status,
    created: iso(record.createdAt),
    updated: iso(state.updatedAt),
    ...(state.finishedAt === undefined ? {} : { completed: iso(state.finishedAt) }),
    trigger: executionTriggerOf(record.about, record.parent),
    ...(startedBy === '' ? {} : { started_by: startedBy }),
    ...(starter && { started_by_kind: starter.kind, started_by_id: starter.id }),
    ...(revision !== undefined && { revision }),
    is_paused: state.isPaused,
    ...(state.started?.valuesRemovedAt !== undefined && { values_removed: iso(state.started.valuesRemovedAt) }),
    jobs: shown.map((ref) => jobWithData(state, ref, href)),
    ...(shown.length === total ? {} : { jobs_total: total, has_more_jobs: true }),
    node_statuses: statuses,
    ...branchesTaken(state),
    job_status_summary: summaryOfCounts(counts),
    ...(kanban && { kanban_config: kanban }),
    inputs: cutAll(state.started?.inputs ?? {}, { job: '', of: 'launch', href }),
    outputs: cutAll(keptOutputsOf(state), { job: '', of: 'execution', href }),
    ...(state.usage === undefined ? {} : { usage: state.usage }),
    ...(state.failure === undefined ? {} : { error: state.failure.message, error_code: state.failure.code }),
  }
}

/** The branches that gateways took; absent if there were none. */
function branchesTaken({ steps, index }: ExecutionState): Pick<PipelineDetail, 'branches_taken'> {
  const taken = new Map<number, Set<string>>()
  for (const step of steps) {
    if (step.taken === undefined) continue
    const known = taken.get(step.node) ?? new Set()
    for (const branch of step.taken) known.add(branch)
    taken.set(step.node, known)
  }
  if (taken.size === 0) return {}
  const entries = [...taken].map(([node, branches]) => [index.plan.nodes[node]?.id ?? '', [...branches]])
  return { branches_taken: Object.fromEntries(entries) }
}

/** The log, oldest first, without its first `from` lines. */
export function logOf(state: ExecutionState, from = 0): LogEntry[] {
  return state.logs.slice(from).map(({ at, step, line }) => ({
    timestamp: iso(at),
    level: line.level,
    message: line.message,
    ...(step === undefined ? {} : { node_id: state.index.plan.nodes[step.node]?.id ?? '' }),
    ...(line.context === undefined ? {} : { context: { ...line.context } }),
  }))
}
