/** Jobs: one per step, one per tool call, one per node that has not run. Derived from the state, never stored. */

import { type ExecutionState, hasBehaviour, isRemoved, portsOf, type Step } from '@millrace/engine'
import { type Job, type NodeStatusRecord, nodeStatusOf, type RemovedValue, runAtOnce } from '@millrace/model'
import { iso } from '../../platform/iso.ts'
import { cutAll, type Href } from './cut-values.ts'
import { callRef, callsOf, isNotable, type JobRef, jobIdOf, type RefPage, refPage, unstarted } from './job-refs.ts'
import { toolJobOf } from './tool-jobs.ts'

export interface Tallied {
  /** The status record of every node. */
  readonly statuses: Record<string, NodeStatusRecord>
  /** The number of jobs per status. */
  readonly counts: Readonly<Record<string, number>>
  /** Indices of steps that are active or failed, or have tool calls. */
  readonly notable: readonly number[]
}

/** Steps or nodes that are counted between two places where a tally may be interrupted. */
const TALLIED_AT_ONCE = 500

export function tallied(state: ExecutionState): Tallied {
  return runAtOnce(tallySteps(state))
}

/** One pass over the steps, without references. The state must not change while it is interrupted. */
export function* tallySteps(state: ExecutionState): Generator<void, Tallied> {
  const counts: Record<string, number> = {}
  const notable: number[] = []
  const { nodes, tools } = state.index.plan
  const byNode = new Map<string, Tally>()
  const tallies = nodes.map(({ id }) => tallyOf(byNode, id))
  const hasFailing = state.failing.size > 0
  for (const [at, step] of state.steps.entries()) {
    const { status } = step
    counts[status] = (counts[status] ?? 0) + 1
    const tally = tallies[step.node]
    if (tally !== undefined) addStep(tally, step, hasFailing && state.failing.has(step))
    const calls = callsOf(state, step)
    if (calls.length > 0 || isNotable(status)) notable.push(at)
    for (const call of calls) {
      const ref = callRef(step, call)
      counts[ref.status] = (counts[ref.status] ?? 0) + 1
      addCall(tallyOf(byNode, ref.nodeId), ref)
    }
    if (at % TALLIED_AT_ONCE === TALLIED_AT_ONCE - 1) yield
  }
  const status = unstarted(state)
  for (const tally of tallies) {
    if (tally.isKnown) continue
    counts[status] = (counts[status] ?? 0) + 1
    tally.counts[status] = (tally.counts[status] ?? 0) + 1
  }
  const statuses: Record<string, NodeStatusRecord> = {}
  for (const [at, { id }] of nodes.entries()) {
    statuses[id] = recordOf(state, at, tallies[at])
    if (at % TALLIED_AT_ONCE === TALLIED_AT_ONCE - 1) yield
  }
  for (const { id } of tools) {
    const tally = byNode.get(id)
    if (tally?.last !== undefined) statuses[id] = recordOf(state, -1, tally)
    else statuses[id] ??= { status, executions: 0, status_counts: {} }
  }
  return { statuses, counts, notable }
}

interface Tally {
  readonly counts: Record<string, number>
  executions: number
  /** The job that decides the status of the node; see `decisiveJobOf`. */
  last: Step | JobRef | undefined
  hasFailedRun: boolean
  /** Whether the node has a step. */
  isKnown: boolean
}

function tallyOf(byNode: Map<string, Tally>, id: string): Tally {
  const known = byNode.get(id)
  if (known !== undefined) return known
  const tally = { counts: {}, executions: 0, last: undefined, hasFailedRun: false, isKnown: false }
  byNode.set(id, tally)
  return tally
}

function addStep(tally: Tally, step: Step, hasFailedRun: boolean): void {
  tally.isKnown = true
  tally.counts[step.status] = (tally.counts[step.status] ?? 0) + 1
  if (step.run > 0) tally.executions++
  if (tally.hasFailedRun) return
  tally.last = step
  tally.hasFailedRun = hasFailedRun
}

function addCall(tally: Tally, ref: JobRef): void {
  tally.counts[ref.status] = (tally.counts[ref.status] ?? 0) + 1
  tally.executions++
  if (!tally.hasFailedRun) tally.last = ref
}

function recordOf(state: ExecutionState, node: number, tally: Tally | undefined): NodeStatusRecord {
  if (tally === undefined) return nodeStatusOf([])
  const { executions, counts: status_counts, last } = tally
  return { ...nodeStatusOf([decisiveJob(state, node, last)]), executions, status_counts }
}

function decisiveJob(state: ExecutionState, node: number, last: Tally['last']): Job {
  if (last === undefined) return plainJob(state, { node, nodeId: '', status: unstarted(state) })
  return 'notes' in last ? jobOf(state, last) : plainJob(state, last)
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
    const { args, result, settings } = ref.call.record
    return {
      ...job,
      ...(settings === undefined ? {} : { settings: cutAll(settings, { job: job.id, of: 'setting', href }) }),
      input_data: cutAll(args, { job: job.id, of: 'input', href }),
      ...(result === undefined ? {} : { output_data: cutAll({ result }, { job: job.id, of: 'output', href }) }),
    }
  }
  const { step } = ref
  return {
    ...job,
    ...(job.started === undefined
      ? {}
      : { input_data: cutAll(inputsShown(state, step), { job: job.id, of: 'input', href }) }),
    ...(step.outputs === undefined ? {} : { output_data: cutAll(step.outputs, { job: job.id, of: 'output', href }) }),
    ...(step.settings === undefined ? {} : { settings: cutAll(step.settings, { job: job.id, of: 'setting', href }) }),
  }
}

/** Inputs are derived from the outputs before them; where values were removed, a conversion may have changed the marker. */
function inputsShown(state: ExecutionState, step: Step): Readonly<Record<string, unknown>> {
  const { values } = portsOf(state, step)
  if (state.started?.valuesRemovedAt === undefined) return values
  const shown = Object.entries(values).map(([port, value]) => [port, isRemoved(value) ? value : REMOVED])
  return Object.fromEntries(shown)
}

const REMOVED: RemovedValue = { $removed: true, characters: 0 }

/** A page of jobs, and the total number of jobs. */
export function jobPage(
  state: ExecutionState,
  href: Href,
  page: RefPage,
): { readonly jobs: Job[]; readonly total: number } {
  const { refs, total } = refPage(state, page)
  return { jobs: refs.map((ref) => jobWithData(state, ref, href)), total }
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
      ? {
          error_message: step.failure.message,
          error_code: step.failure.code,
          ...(step.failure.details === undefined ? {} : { error_details: { ...step.failure.details } }),
        }
      : {}),
    ...(state.failing.has(step) ? { failed_run: true } : {}),
    ...(step.child === undefined ? {} : { child_id: step.child }),
    ...(step.waits === undefined ? {} : { waits: waitsOf(step.waits) }),
    ...(step.until === undefined ? {} : { until: iso(step.until) }),
    ...(step.usage === undefined ? {} : { usage: step.usage }),
    ...(step.status === 'interrupted' ? { interrupt_id: step.asked.at(-1)?.id ?? '' } : {}),
  }
}

function waitsOf(times: readonly number[]): NonNullable<Job['waits']> {
  return times.flatMap((from, at) => {
    const to = times[at + 1]
    return at % 2 === 1 ? [] : [{ from: iso(from), ...(to === undefined ? {} : { to: iso(to) }) }]
  })
}
