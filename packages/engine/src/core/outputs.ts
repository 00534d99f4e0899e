/** The outputs of an execution so far. */
import { plainValues } from '@millrace/model'
import type { ExecutionState } from './state.ts'

/** The outputs of an execution, by the names of its output nodes. */
export function outputsOf(state: ExecutionState): Record<string, unknown> {
  return { ...plainValues(keptOutputsOf(state)) }
}

/** Like `outputsOf`; large values stay encoded. */
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
