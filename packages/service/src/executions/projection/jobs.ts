/** Jobs: one per step, one per tool call, one per node that has not run. Derived from the state, never stored. */
import { type ExecutionState, hasBehaviour, portsOf, type Step } from '@millrace/engine'
import { isStepOver, type Job, type NodeStatusRecord, nodeStatusOf, type StepStatus } from '@millrace/model'
import { cutAll, type Href } from './cut-values.ts'
import { type ToolJob, toolCallsOf, toolJobOf } from './tool-jobs.ts'

/** Refers to a job without computing it: an execution may have a hundred thousand, and few of them are shown. */
export type JobRef =
  | { readonly step: Step; readonly call?: ToolJob; readonly nodeId: string; readonly status: Job['status'] }
  | { readonly step?: undefined; readonly node: number; readonly nodeId: string; readonly status: Job['status'] }

/** All jobs in the order in which their steps were created; nodes without a step come last. */
export function jobRefs(state: ExecutionState): JobRef[] {
  const { nodes } = state.index.plan
  const refs: JobRef[] = []
  const isKnown = new Uint8Array(nodes.length)
  for (const step of state.steps) {
    isKnown[step.node] = 1
    refs.push({ step, nodeId: nodes[step.node]?.id ?? '', status: step.status })
    for (const call of callsOf(state, step)) {
      const { node_id: nodeId, status } = toolJobOf(call, jobOf(state, step))
      refs.push({ step, call, nodeId, status })
    }
  }
  for (const [node, { id }] of nodes.entries()) {
    if (isKnown[node] === 0) refs.push({ node, nodeId: id, status: unstarted(state) })
  }
  return refs
}

function callsOf(state: ExecutionState, step: Step): ToolJob[] {
  return Object.keys(step.notes).length === 0 ? [] : toolCallsOf(step, jobIdOf(state, step))
}

/** At most `max` jobs, in their order. Prefers jobs that are active or failed, then newer ones. */
export function mostRelevant(refs: readonly JobRef[], max: number): readonly JobRef[] {
  if (refs.length <= max) return refs
  const chosen = new Set<JobRef>()
  const take = (isWanted: (ref: JobRef) => boolean) => {
    for (let at = refs.length - 1; at >= 0 && chosen.size < max; at--) {
      const ref = refs[at]
      if (ref !== undefined && isWanted(ref)) chosen.add(ref)
    }
  }
  take(({ status }) => status !== 'idle' && (status === 'failed' || !isStepOver(status)))
  take(() => true)
  return refs.filter((ref) => chosen.has(ref))
}

/** The status record of every node, and the number of jobs per status. */
export function tallied(
  state: ExecutionState,
  refs: readonly JobRef[],
): { readonly statuses: Record<string, NodeStatusRecord>; readonly counts: Readonly<Record<string, number>> } {
  const counts: Record<string, number> = {}
  const byNode = new Map<string, Tally>()
  for (const ref of refs) {
    counts[ref.status] = (counts[ref.status] ?? 0) + 1
    const tally = byNode.get(ref.nodeId) ?? { counts: {}, executions: 0, decisive: ref, hasFailedRun: false }
    byNode.set(ref.nodeId, tally)
    add(tally, ref, state)
  }
  const statuses: Record<string, NodeStatusRecord> = {}
  const { nodes, tools } = state.index.plan
  for (const { id } of nodes) statuses[id] = recordOf(state, byNode.get(id))
  for (const { id } of tools) {
    const tally = byNode.get(id)
    if (tally !== undefined) statuses[id] = recordOf(state, tally)
    else statuses[id] ??= { status: unstarted(state), executions: 0, status_counts: {} }
  }
  return { statuses, counts }
}

interface Tally {
  readonly counts: Record<string, number>
  executions: number
  /** The job that decides the status of the node; see `decisiveJobOf`. */
  decisive: JobRef
  hasFailedRun: boolean
}

function add(tally: Tally, ref: JobRef, { failing }: ExecutionState): void {
  tally.counts[ref.status] = (tally.counts[ref.status] ?? 0) + 1
  if (ref.step !== undefined && (ref.call !== undefined || ref.step.run > 0)) tally.executions++
  if (tally.hasFailedRun) return
  tally.decisive = ref
  tally.hasFailedRun = ref.step !== undefined && ref.call === undefined && failing.has(ref.step)
}

function recordOf(state: ExecutionState, tally: Tally | undefined): NodeStatusRecord {
  if (tally === undefined) return nodeStatusOf([])
  const { executions, counts: status_counts, decisive } = tally
  return { ...nodeStatusOf([plainJob(state, decisive)]), executions, status_counts }
}

/** A job without its input and output data. */
function plainJob(state: ExecutionState, ref: JobRef): Job {
  if (ref.step === undefined) {
    const { id = '', label = '' } = state.index.plan.nodes[ref.node] ?? {}
    return { id, node_id: id, label, status: ref.status, execution_count: 0, attempt: 0 }
  }
  const job = jobOf(state, ref.step)
  return ref.call === undefined ? job : toolJobOf(ref.call, job)
}

/** A job with its data; long values are truncated. */
export function jobWithData(state: ExecutionState, ref: JobRef, href: Href): Job {
  const job = plainJob(state, ref)
  if (ref.step === undefined) return job
  if (ref.call !== undefined) {
    const { args, result } = ref.call.record
    return {
      ...job,
      input_data: cutAll(args, { job: job.id, of: 'input', href }),
      ...(result === undefined ? {} : { output_data: cutAll({ result }, { job: job.id, of: 'output', href }) }),
    }
  }
  const { step } = ref
  return {
    ...job,
    ...(job.started === undefined
      ? {}
      : { input_data: cutAll(portsOf(state, step).values, { job: job.id, of: 'input', href }) }),
    ...(step.outputs === undefined ? {} : { output_data: cutAll(step.outputs, { job: job.id, of: 'output', href }) }),
  }
}

/** A page of jobs, and the total number of jobs. */
export function jobPage(
  state: ExecutionState,
  href: Href,
  { limit, offset, nodeId }: { readonly limit: number; readonly offset: number; readonly nodeId?: string | undefined },
): { readonly jobs: Job[]; readonly total: number } {
  const all = jobRefs(state)
  const refs = nodeId === undefined ? all : all.filter((ref) => ref.nodeId === nodeId)
  return { jobs: refs.slice(offset, offset + limit).map((ref) => jobWithData(state, ref, href)), total: refs.length }
}

/** The status of a node that has no step. */
function unstarted(state: ExecutionState): StepStatus {
  return state.finishedAt === undefined ? 'idle' : 'skipped'
}

/** The id of a step's job: the id of its node and, inside loops, its rounds. */
export function jobIdOf(state: ExecutionState, { node, scope }: Step): string {
  const id = state.index.plan.nodes[node]?.id ?? ''
  return scope.path === '' ? id : `${id}#${scope.path}`
}

/** The job of a step, without its input and output data. */
export function jobOf(state: ExecutionState, step: Step): Job {
  const node = state.index.plan.nodes[step.node]
  const hasRun = step.attempt > 0 || step.startedAt > 0
  const label = node?.label ?? ''
  return {
    id: jobIdOf(state, step),
    node_id: node?.id ?? '',
    label: step.scope.path === '' ? label : `${label} #${step.scope.index + 1}`,
    status: step.status,
    execution_count: hasBehaviour(state, 2) ? step.run : step.attempt,
    attempt: step.attempt,
    ...(step.scope.path === '' ? {} : { iteration: step.scope.path }),
    ...(hasRun ? { started: iso(step.startedAt) } : {}),
    ...(step.endedAt > 0 && hasRun
      ? { completed: iso(step.endedAt), execution_time: Math.max(0, step.endedAt - step.startedAt) }
      : {}),
    // The failure of an attempt that was retried with success is in the log alone.
    ...(step.failure && step.status !== 'completed'
      ? { error_message: step.failure.message, error_code: step.failure.code }
      : {}),
    ...(state.failing.has(step) ? { failed_run: true } : {}),
    ...(step.child === undefined ? {} : { child_id: step.child }),
    ...(step.until === undefined ? {} : { until: iso(step.until) }),
    ...(step.usage === undefined ? {} : { usage: step.usage }),
    ...(step.status === 'interrupted' ? { interrupt_id: step.asked.at(-1)?.id ?? '' } : {}),
  }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
