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
  const { nodes } = state.index.plan
  const hasOutputs = nodes.map(({ outputName, givesOutputs }) => outputName !== undefined || givesOutputs === true)
  // A run may have hundreds of thousands of steps and no output node.
  if (!hasOutputs.includes(true)) return outputs
  for (const step of state.steps) {
    if (hasOutputs[step.node] !== true || step.status !== 'completed') continue
    const { outputName: name, givesOutputs } = nodes[step.node] ?? {}
    if (givesOutputs === true) Object.assign(outputs, step.outputs)
    if (name !== undefined) outputs[name] = step.outputs?.value ?? null
  }
  return outputs
}
