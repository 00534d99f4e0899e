/** What people are shown of an execution. Derived from the state, never stored. */
import {
  fits,
  type Job,
  KanbanConfig,
  type LogEntry,
  type NodeStatusRecord,
  nodeStatusOf,
  type PipelineDetail,
  summaryOf,
} from '@millrace/model'
import { inputsOf } from './inputs.ts'
import type { ExecutionRecord } from './ports.ts'
import type { ExecutionState, Step } from './state.ts'
import { toolCallsOf, toolJobOf } from './tool-jobs.ts'

/** Values longer than this (as JSON) are cut in the detail and can be fetched whole. */
const SHOWN_CHARACTERS = 16_384

/** The outputs of an execution, by the names that its output nodes give. */
export function outputsOf(state: ExecutionState): Record<string, unknown> {
  const outputs: Record<string, unknown> = {}
  for (const step of state.steps) {
    const { outputName: name, givesOutputs } = state.index.plan.nodes[step.node] ?? {}
    if (step.status !== 'completed') continue
    if (givesOutputs === true) Object.assign(outputs, step.outputs)
    if (name !== undefined) outputs[name] = step.outputs?.value ?? null
  }
  return outputs
}

/** What a value is of: a step's input or output, an output of the execution, or what the launch brought. */
export type ValueSide = 'input' | 'output' | 'execution' | 'launch'

/** Where the whole of a value that was cut can be fetched. The id of the job is empty where there is none. */
/** Which value is meant. */
export interface ValuePlace {
  readonly job: string
  readonly port: string
  readonly of: ValueSide
}

export type Href = (value: ValuePlace) => string

/** The pipeline detail of the interface. */
export function detailOf(record: ExecutionRecord, state: ExecutionState, href: Href): PipelineDetail {
  const jobs = jobsOf(state, href)
  const { kanban } = record.about
  return {
    id: record.id,
    workflow_id: record.workflowId,
    status: state.status,
    created: iso(record.createdAt),
    updated: iso(state.updatedAt),
    ...(state.finishedAt === undefined ? {} : { completed: iso(state.finishedAt) }),
    is_paused: state.isPaused,
    jobs,
    node_statuses: nodeStatusesOf(state, jobs),
    job_status_summary: summaryOf(jobs),
    ...(fits(KanbanConfig, kanban) ? { kanban_config: kanban } : {}),
    inputs: cutAll(state.started?.inputs ?? {}, { job: '', of: 'launch', href }),
    outputs: cutAll(outputsOf(state), { job: '', of: 'execution', href }),
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

/** One job a step; a node that has none yet has one that is idle. */
export function jobsOf(state: ExecutionState, href: Href): Job[] {
  const known = new Set(state.steps.map((step) => step.node))
  const jobs = state.steps.flatMap((step) => [jobWithData(state, step, href), ...toolJobs(state, step, href)])
  for (const [at, node] of state.index.plan.nodes.entries()) {
    if (known.has(at)) continue
    const status = unstarted(state)
    jobs.push({ id: node.id, node_id: node.id, label: node.label, status, execution_count: 0, attempt: 0 })
  }
  return jobs
}

/** The id of a step's job: its node, and its place in the loops. */
export function jobIdOf(state: ExecutionState, { node, scope }: Step): string {
  const id = state.index.plan.nodes[node]?.id ?? ''
  return scope.path === '' ? id : `${id}#${scope.path}`
}

/** A step as clients see it, without the data that went in and out. */
export function jobOf(state: ExecutionState, step: Step): Job {
  const node = state.index.plan.nodes[step.node]
  const hasRun = step.attempt > 0 || step.startedAt > 0
  const label = node?.label ?? ''
  return {
    id: jobIdOf(state, step),
    node_id: node?.id ?? '',
    label: step.scope.path === '' ? label : `${label} #${step.scope.index + 1}`,
    status: step.status,
    execution_count: step.run,
    attempt: step.attempt,
    ...(step.scope.path === '' ? {} : { iteration: step.scope.path }),
    ...(hasRun ? { started: iso(step.startedAt) } : {}),
    ...(step.endedAt > 0 && hasRun
      ? { completed: iso(step.endedAt), execution_time: Math.max(0, step.endedAt - step.startedAt) }
      : {}),
    ...(step.failure === undefined ? {} : { error_message: step.failure.message, error_code: step.failure.code }),
    ...(state.failing.has(step) ? { failed_run: true } : {}),
    ...(step.child === undefined ? {} : { child_id: step.child }),
    ...(step.until === undefined ? {} : { until: iso(step.until) }),
    ...(step.usage === undefined ? {} : { usage: step.usage }),
    ...(step.status === 'interrupted' ? { interrupt_id: step.asked.at(-1)?.id ?? '' } : {}),
  }
}

function jobWithData(state: ExecutionState, step: Step, href: Href): Job {
  const job = jobOf(state, step)
  return {
    ...job,
    ...(job.started === undefined
      ? {}
      : { input_data: cutAll(inputsOf(state, step).values, { job: job.id, of: 'input', href }) }),
    ...(step.outputs === undefined ? {} : { output_data: cutAll(step.outputs, { job: job.id, of: 'output', href }) }),
  }
}

/** The tools that a step called, as jobs of their own. */
function toolJobs(state: ExecutionState, step: Step, href: Href): Job[] {
  if (Object.keys(step.notes).length === 0) return []
  const agent = jobOf(state, step)
  return toolCallsOf(step, agent.id).map((call) => {
    const { args, result } = call.record
    return {
      ...toolJobOf(call, agent),
      input_data: cutAll(args, { job: call.id, of: 'input', href }),
      ...(result === undefined ? {} : { output_data: cutAll({ result }, { job: call.id, of: 'output', href }) }),
    }
  })
}

/** Every node has a status, tools included: they have jobs only once an agent has called them. */
function nodeStatusesOf(state: ExecutionState, jobs: readonly Job[]): Record<string, NodeStatusRecord> {
  const statuses: Record<string, NodeStatusRecord> = {}
  const byNode = Map.groupBy(jobs, (job) => job.node_id)
  const { nodes, tools } = state.index.plan
  for (const { id } of nodes) statuses[id] = nodeStatusOf(byNode.get(id) ?? [])
  for (const { id } of tools) {
    const calls = byNode.get(id)
    if (calls !== undefined) statuses[id] = nodeStatusOf(calls)
    else statuses[id] ??= { status: unstarted(state), executions: 0, status_counts: {} }
  }
  return statuses
}

/** The status of a node that has no step. */
function unstarted(state: ExecutionState): 'idle' | 'skipped' {
  return state.finishedAt === undefined ? 'idle' : 'skipped'
}

interface Cutting {
  readonly job: string
  readonly of: ValueSide
  readonly href: Href
}

function cutAll(values: Readonly<Record<string, unknown>>, { job, of, href }: Cutting): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values).map(([port, value]) => [port, cut(value, () => href({ job, port, of }))]),
  )
}

function cut(value: unknown, href: () => string): unknown {
  if (typeof value !== 'object' && typeof value !== 'string') return value
  const text = JSON.stringify(value) ?? 'null'
  if (text.length <= SHOWN_CHARACTERS) return value
  return { $cut: true, characters: text.length, preview: text.slice(0, 1024), href: href() }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
