/**
 * The state of an execution and how updates change it. Pure; `watch-pipeline.ts` receives the updates.
 *
 * P1 The detail is authoritative; updates that are older than it are dropped, so a replayed stream never reverts
 * anything.
 * P2 Updates contain no job data, so known job data stays until the next detail.
 * P3 A kanban configuration that was received once stays, even if a later response lacks it.
 */
import {
  isExecutionOver,
  isStepOver,
  type Job,
  type NodeStatusRecord,
  nodeStatusesOf,
  type PipelineDetail,
  type PipelineUpdate,
  type StepStatus,
  summaryOf,
  type TextDelta,
} from '@millrace/model'
import { stepStatusOf } from '../graph/step-status.ts'

export interface PipelineState {
  readonly detail: PipelineDetail
  readonly progress: number
  /** Texts being written, by job. */
  readonly drafts: ReadonlyMap<string, string>
}

/** The state after a detail was loaded. */
export function withDetail(before: PipelineState | undefined, detail: PipelineDetail): PipelineState {
  const same = before?.detail.id === detail.id ? before : undefined
  const kanban = detail.kanban_config ?? same?.detail.kanban_config
  const whole = same === undefined ? detail : withLoadedJobs(detail, same.detail.jobs)
  return {
    detail: kanban === undefined ? whole : { ...whole, kanban_config: kanban },
    progress: isExecutionOver(detail.status) ? 100 : Math.max(same?.progress ?? 0, progressOf(detail)),
    drafts: isExecutionOver(detail.status) ? NO_DRAFTS : (same?.drafts ?? NO_DRAFTS),
  }
}

/** A detail that lacks jobs, completed by those that were loaded before. */
function withLoadedJobs(detail: PipelineDetail, loaded: readonly Job[]): PipelineDetail {
  if (detail.has_more_jobs !== true) return detail
  const byId = new Map(loaded.map((job) => [job.id, job]))
  for (const job of detail.jobs) byId.set(job.id, job)
  const jobs = [...byId.values()]
  return { ...detail, jobs, has_more_jobs: jobs.length < (detail.jobs_total ?? 0) }
}

/** The state after another page of jobs was loaded; they come before the known ones. */
export function withMoreJobs(state: PipelineState, page: readonly Job[]): PipelineState {
  const known = new Set(state.detail.jobs.map(({ id }) => id))
  const jobs = [...page.filter(({ id }) => !known.has(id)), ...state.detail.jobs]
  const has_more_jobs = page.length > 0 && jobs.length < (state.detail.jobs_total ?? 0)
  return { ...state, detail: { ...state.detail, jobs, has_more_jobs } }
}

const NO_DRAFTS: ReadonlyMap<string, string> = new Map()

/** The share of finished jobs in percent, if the service has not reported it. */
function progressOf({ jobs }: PipelineDetail): number {
  const over = jobs.filter(({ status }) => isStepOver(status)).length
  return jobs.length === 0 ? 0 : Math.floor((over / jobs.length) * 100)
}

/** The state after some updates, in order. */
export function withUpdates(state: PipelineState, updates: readonly PipelineUpdate[]): PipelineState {
  const news = updates.filter((update) => Date.parse(update.at) >= Date.parse(state.detail.updated))
  const last = news.at(-1)
  if (last === undefined) return state
  const jobs = mergedJobs(
    state.detail.jobs,
    news.flatMap((update) => update.jobs),
  )
  const pause = news.findLast(({ type }) => type === 'paused' || type === 'resumed')
  const detail: PipelineDetail = {
    ...state.detail,
    status: last.status,
    updated: last.at,
    is_paused: pause === undefined ? state.detail.is_paused : pause.type === 'paused',
    jobs,
    ...(state.detail.has_more_jobs === true
      ? { node_statuses: withStatuses(state.detail.node_statuses, news) }
      : { node_statuses: nodeStatusesOf(jobs, state.detail.node_statuses), job_status_summary: summaryOf(jobs) }),
    ...(last.error === undefined ? {} : { error: last.error }),
    ...(isExecutionOver(last.status) ? { completed: last.at } : {}),
  }
  return { detail, progress: last.progress, drafts: openDrafts(state.drafts, jobs) }
}

/** The state after a piece of text; a piece that does not continue the text restarts it only at position 0. */
export function withDelta(state: PipelineState, { job, from, text }: TextDelta): PipelineState {
  const before = state.drafts.get(job) ?? ''
  if (from > before.length) return state
  return { ...state, drafts: new Map(state.drafts).set(job, before.slice(0, from) + text) }
}

function openDrafts(drafts: ReadonlyMap<string, string>, jobs: readonly Job[]): ReadonlyMap<string, string> {
  if (drafts.size === 0) return drafts
  const running = new Set(jobs.filter(({ status }) => status === 'running').map(({ id }) => id))
  const open = [...drafts].filter(([job]) => running.has(job))
  return open.length === drafts.size ? drafts : new Map(open)
}

/** Jobs with changed ones replaced in place and new ones appended. */
function mergedJobs(jobs: readonly Job[], changed: readonly Job[]): Job[] {
  if (changed.length === 0) return [...jobs]
  const byId = new Map(jobs.map((job) => [job.id, job]))
  for (const job of changed) byId.set(job.id, { ...dataOf(byId.get(job.id)), ...job })
  const looping = new Set(changed.flatMap((job) => (job.iteration === undefined ? [] : [job.node_id])))
  // A node in a loop has a placeholder job until its first iteration.
  return [...byId.values()].filter((job) => !(isStandIn(job) && looping.has(job.node_id)))
}

function isStandIn(job: Job): boolean {
  return job.status === 'idle' && job.execution_count === 0 && job.iteration === undefined
}

function dataOf(job: Job | undefined): Partial<Job> {
  return {
    ...(job?.input_data === undefined ? {} : { input_data: job.input_data }),
    ...(job?.output_data === undefined ? {} : { output_data: job.output_data }),
  }
}

/** If not all jobs are known, updates change only statuses: counts are those of the last detail. */
function withStatuses(
  before: Readonly<Record<string, NodeStatusRecord>>,
  news: readonly PipelineUpdate[],
): Record<string, NodeStatusRecord> {
  const statuses: Record<string, NodeStatusRecord> = { ...before }
  for (const { node_id, status } of news.flatMap(({ jobs }) => jobs)) {
    const known = statuses[node_id]
    if (known !== undefined) statuses[node_id] = { ...known, status }
  }
  return statuses
}

/** The status of a node from the detail, else of its last job, else undefined. */
export function statusOfNode(
  { node_statuses, jobs }: Pick<PipelineDetail, 'node_statuses' | 'jobs'>,
  node: string,
): StepStatus | undefined {
  const status = node_statuses?.[node]?.status ?? jobs.findLast((job) => job.node_id === node)?.status
  return status === undefined ? undefined : stepStatusOf(status)
}
