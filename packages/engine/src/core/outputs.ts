/** What an execution has put out so far. */
import { plainValues } from '@millrace/model'
import type { ExecutionState } from './state.ts'

/** The outputs of an execution, by the names that its output nodes give. */
export function outputsOf(state: ExecutionState): Record<string, unknown> {
  return { ...plainValues(keptOutputsOf(state)) }
}

/** The same; large values stay encoded. */
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
