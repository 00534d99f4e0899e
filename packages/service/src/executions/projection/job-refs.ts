/**
 * References to jobs. An execution may have hundreds of thousands of jobs and few of them are shown, so references are
 * created only for those; the others are counted.
 */
import type { ExecutionState, Step } from '@millrace/engine'
import { isStepOver, type Job, type StepStatus } from '@millrace/model'
import { type ToolJob, toolCallsOf, toolStatusOf } from './tool-jobs.ts'

/** Refers to a step, a tool call of a step, or a node without a step. */
export type JobRef =
  | { readonly step: Step; readonly call?: ToolJob; readonly nodeId: string; readonly status: Job['status'] }
  | { readonly step?: undefined; readonly node: number; readonly nodeId: string; readonly status: Job['status'] }

/** The id of a step's job: the id of its node and, inside loops, its rounds. */
export function jobIdOf(state: ExecutionState, { node, scope }: Step): string {
  const id = state.index.plan.nodes[node]?.id ?? ''
  return scope.path === '' ? id : `${id}#${scope.path}`
}

/** Whether the job of a step has this id; builds no text, because a run may have hundreds of thousands of steps. */
export function hasJobId(state: ExecutionState, { node, scope: { path } }: Step, jobId: string): boolean {
  const id = state.index.plan.nodes[node]?.id ?? ''
  if (path === '') return jobId === id
  if (jobId.length !== id.length + 1 + path.length) return false
  return jobId[id.length] === '#' && jobId.startsWith(id) && jobId.endsWith(path)
}

/** The status of a node that has no step. */
export function unstarted(state: ExecutionState): StepStatus {
  return state.finishedAt === undefined ? 'idle' : 'skipped'
}

const NO_CALLS: readonly ToolJob[] = []

/** The tool calls of a step; only steps of agents have notes. */
export function callsOf(state: ExecutionState, step: Step): readonly ToolJob[] {
  for (const _ in step.notes) return toolCallsOf(step, jobIdOf(state, step))
  return NO_CALLS
}

function stepRef(state: ExecutionState, step: Step): JobRef {
  return { step, nodeId: state.index.plan.nodes[step.node]?.id ?? '', status: step.status }
}

export function callRef(step: Step, call: ToolJob): JobRef {
  return { step, call, nodeId: call.record.nodeId, status: toolStatusOf(call, step) }
}

/** Nodes without a step. */
export function unstartedRefs(state: ExecutionState): JobRef[] {
  const { nodes } = state.index.plan
  const isKnown = new Uint8Array(nodes.length)
  for (const { node } of state.steps) isKnown[node] = 1
  const status = unstarted(state)
  return nodes.flatMap(({ id }, node): JobRef[] => (isKnown[node] === 0 ? [{ node, nodeId: id, status }] : []))
}

export interface RefPage {
  readonly limit: number
  readonly offset: number
  readonly nodeId?: string | undefined
}

/** A page of jobs in the order in which their steps were created, nodes without a step last; and how many there are. */
export function refPage(
  state: ExecutionState,
  { limit, offset, nodeId }: RefPage,
): { readonly refs: readonly JobRef[]; readonly total: number } {
  const end = offset + limit
  const isWanted = (id: string | undefined) => nodeId === undefined || id === nodeId
  const { nodes } = state.index.plan
  const isWantedNode = nodes.map(({ id }) => isWanted(id))
  const refs: JobRef[] = []
  let total = 0
  const isShown = () => total >= offset && total < end
  for (const step of state.steps) {
    if (isWantedNode[step.node] === true) {
      if (isShown()) refs.push(stepRef(state, step))
      total++
    }
    for (const call of callsOf(state, step)) {
      if (!isWanted(call.record.nodeId)) continue
      if (isShown()) refs.push(callRef(step, call))
      total++
    }
  }
  for (const ref of unstartedRefs(state)) {
    if (!isWanted(ref.nodeId)) continue
    if (isShown()) refs.push(ref)
    total++
  }
  return { refs, total }
}

/** Whether a job is shown before newer ones. */
export function isNotable(status: Job['status']): boolean {
  return status !== 'idle' && (status === 'failed' || !isStepOver(status))
}

/**
 * At most `max` jobs in their order. Prefers jobs that are active or failed, then newer ones. `notable` are the indices of
 * steps that are so or have tool calls, so that only these and the newest steps are looked at.
 */
export function mostRelevant(state: ExecutionState, max: number, notable: readonly number[]): readonly JobRef[] {
  const chosen = new Map<string, Placed>()
  const last = unstartedRefs(state).map((ref, at) => ({ step: state.steps.length + at, call: -1, ref }))
  const take = (placed: readonly Placed[], isWanted: (status: Job['status']) => boolean) => {
    for (const one of placed) {
      if (chosen.size >= max) return
      if (isWanted(one.ref.status)) chosen.set(`${one.step}:${one.call}`, one)
    }
  }
  last.reverse()
  take(last, isNotable)
  for (let at = notable.length - 1; at >= 0 && chosen.size < max; at--) take(placedAt(state, notable[at]), isNotable)
  take(last, () => true)
  for (let at = state.steps.length - 1; at >= 0 && chosen.size < max; at--) take(placedAt(state, at), () => true)
  return [...chosen.values()].sort((a, b) => a.step - b.step || a.call - b.call).map(({ ref }) => ref)
}

/** A reference with its place in the order of jobs; the step itself comes before its calls. */
interface Placed {
  readonly step: number
  readonly call: number
  readonly ref: JobRef
}

/** The jobs of the step at an index, the newest first. */
function placedAt(state: ExecutionState, at = -1): Placed[] {
  const step = state.steps[at]
  if (step === undefined) return []
  const calls = callsOf(state, step).map((tool, call) => ({ step: at, call, ref: callRef(step, tool) }))
  return [...calls.reverse(), { step: at, call: -1, ref: stepRef(state, step) }]
}
