/** What people are shown of an execution. Derived from the state, never stored. */
import { fits, KanbanConfig, type LogEntry, type PipelineDetail, plainValues, summaryOfCounts } from '@millrace/model'
import type { ExecutionState } from './core/state.ts'
import { cutAll, type Href } from './cut-values.ts'
import { jobRefs, jobWithData, mostRelevant, tallied } from './jobs.ts'
import type { ExecutionRecord } from './ports.ts'

/** The outputs of an execution, by the names that its output nodes give. */
export function outputsOf(state: ExecutionState): Record<string, unknown> {
  return { ...plainValues(keptOutputsOf(state)) }
}

/** The same, with large values as they are kept. */
export function keptOutputsOf(state: ExecutionState): Record<string, unknown> {
  const outputs: Record<string, unknown> = {}
  for (const step of state.steps) {
    const { outputName: name, givesOutputs } = state.index.plan.nodes[step.node] ?? {}
    if (step.status !== 'completed') continue
    if (givesOutputs === true) Object.assign(outputs, step.outputs)
    if (name !== undefined) outputs[name] = step.outputs?.value ?? null
  }
  return outputs
}

/** The pipeline detail of the interface. */
export function detailOf(
  record: ExecutionRecord,
  state: ExecutionState,
  href: Href,
  maxJobs = Number.POSITIVE_INFINITY,
): PipelineDetail {
  const refs = jobRefs(state)
  const { statuses, counts } = tallied(state, refs)
  const shown = mostRelevant(refs, maxJobs)
  const { kanban } = record.about
  return {
    id: record.id,
    workflow_id: record.workflowId,
    status: state.status,
    created: iso(record.createdAt),
    updated: iso(state.updatedAt),
    ...(state.finishedAt === undefined ? {} : { completed: iso(state.finishedAt) }),
    is_paused: state.isPaused,
    jobs: shown.map((ref) => jobWithData(state, ref, href)),
    ...(shown.length === refs.length ? {} : { jobs_total: refs.length, has_more_jobs: true }),
    node_statuses: statuses,
    job_status_summary: summaryOfCounts(counts),
    ...(fits(KanbanConfig, kanban) ? { kanban_config: kanban } : {}),
    inputs: cutAll(state.started?.inputs ?? {}, { job: '', of: 'launch', href }),
    outputs: cutAll(keptOutputsOf(state), { job: '', of: 'execution', href }),
    ...(state.usage === undefined ? {} : { usage: state.usage }),
    ...(state.failure === undefined ? {} : { error: state.failure.message, error_code: state.failure.code }),
  }
}

/** How far it is, from 0 to 100: the share of nodes that are over. */
export function progressOf(state: ExecutionState): number {
  if (state.finishedAt !== undefined) return 100
  const total = state.index.plan.nodes.length
  return total === 0 ? 0 : Math.floor((state.progress.overNodes / total) * 100)
}

/** The log, oldest first; without its first `from` lines. */
export function logOf(state: ExecutionState, from = 0): LogEntry[] {
  return state.logs.slice(from).map(({ at, step, line }) => ({
    timestamp: iso(at),
    level: line.level,
    message: line.message,
    ...(step === undefined ? {} : { node_id: state.index.plan.nodes[step.node]?.id ?? '' }),
    ...(line.context === undefined ? {} : { context: { ...line.context } }),
  }))
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
