/** Derives how a flow ended from the state of its execution. */
import { COMPONENT_SETTING, type Flow, flowOutputs, NEXT } from '@millrace/agentspec'
import type { ExecutionState } from '@millrace/engine'
import { type FlowResult, isObject, NodeFailure, type PlanNode, plainValues } from '@millrace/model'

interface FlowEnd {
  readonly node: string
  readonly branch: string
  readonly outputs: Readonly<Record<string, unknown>>
}

/** The end node that was reached. */
export function endOfFlow({ steps, index }: ExecutionState): FlowEnd | undefined {
  for (const { node: at, status, outputs } of steps) {
    const node = index.plan.nodes[at]
    if (node?.givesOutputs !== true || status !== 'completed') continue
    return { node: node.label, branch: branchOf(node), outputs: plainValues(outputs ?? {}) }
  }
  return undefined
}

function branchOf({ config }: PlanNode): string {
  const component = config[COMPONENT_SETTING]
  return isObject(component) && typeof component.branchName === 'string' ? component.branchName : NEXT
}

export function flowResult(flow: Flow, state: ExecutionState): FlowResult | NodeFailure {
  const end = endOfFlow(state)
  if (end === undefined) return new NodeFailure('NO_NEXT_NODE', `The flow "${flow.name}" did not reach an end.`)
  const values: Record<string, unknown> = {}
  for (const { title, default: fallback } of flowOutputs(flow)) {
    const value = Object.hasOwn(end.outputs, title) ? end.outputs[title] : fallback
    if (value === undefined) {
      const message = `The flow "${flow.name}" gave no value for its output "${title}".`
      return new NodeFailure('MISSING_OUTPUT', message)
    }
    values[title] = value
  }
  return { outputs: values, endNode: end.node, branch: end.branch, messages: [...state.messages] }
}

/** Why a flow did not complete: the failure of its node, without the text that the engine adds. */
export function flowFailure(state: ExecutionState): { readonly code: string; readonly message: string } {
  const [failing] = state.failing
  if (failing?.failure !== undefined) return failing.failure
  if (state.status === 'cancelled') return { code: 'CANCELLED', message: 'cancelled' }
  return state.failure ?? { code: 'FAILED', message: 'The flow failed.' }
}
