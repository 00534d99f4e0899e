/** Finds the large values that the next steps need parsed, so that the driver can parse them in slices beforehand. */
import { LargeJson, needsParsing, type PlanEdge } from '@millrace/model'
import type { ExecutionEvent, Outputs } from './events.ts'
import { edgeState, edgeValue } from './scopes.ts'
import { EDGE_DELIVERED, type ExecutionState, type Step } from './state.ts'

/** The large values of an event that later conversions and loops use. */
export function parsedAfter({ index }: ExecutionState, event: ExecutionEvent): LargeJson[] {
  if (event.type !== 'step-completed' || !Object.values(event.outputs).some(isLarge)) return []
  const edges = (index.leaving[event.node] ?? []).map((at) => index.plan.edges[at])
  return edges.flatMap((edge) => (edge === undefined ? [] : parsedBy(index, edge, event.outputs[edge.fromPort])))
}

/** The large values that a loop opened by the event iterates over. */
export function parsedFor(state: ExecutionState, event: ExecutionEvent): LargeJson[] {
  if (event.type !== 'loop-opened') return []
  const scope = state.scopes.get(event.scope ?? '')
  const step = scope?.steps[state.index.nodePlace[event.node] ?? 0]
  return step === undefined ? [] : parsedInputs(state, step)
}

function parsedInputs(state: ExecutionState, step: Step): LargeJson[] {
  const { plan, arriving } = state.index
  return (arriving[step.node] ?? []).flatMap((at) => {
    const edge = plan.edges[at]
    if (edge === undefined || edgeState(state, step.scope, at) !== EDGE_DELIVERED) return []
    return parsedBy(state.index, edge, edgeValue(state, step.scope, at))
  })
}

function parsedBy(index: ExecutionState['index'], edge: PlanEdge, value: Outputs[string]): LargeJson[] {
  if (!isLarge(value)) return []
  const isHead = (index.plan.nodes[edge.to]?.heads ?? -1) >= 0 && (edge.kind === 'data' || edge.kind === 'branch')
  return isHead || needsParsing(value, edge.fromType, edge.toType) ? [value] : []
}

function isLarge(value: unknown): value is LargeJson {
  return value instanceof LargeJson
}
