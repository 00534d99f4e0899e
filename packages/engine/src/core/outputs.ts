/** The outputs of an execution so far. */
import { type PlanNode, plainValues } from '@millrace/model'
import type { ExecutionState } from './state.ts'

/** The outputs of an execution, by the names of its output nodes. */
export function outputsOf(state: ExecutionState): Record<string, unknown> {
  return { ...plainValues(keptOutputsOf(state)) }
}

/** Like `outputsOf`; large values stay encoded. */
export function keptOutputsOf(state: ExecutionState): Record<string, unknown> {
  const outputs: Record<string, unknown> = {}
  const { nodes } = state.index.plan
  // A run may have hundreds of thousands of steps and no output node.
  if (!nodes.some(hasOutputs)) return outputs
  for (const step of state.steps) {
    const node = nodes[step.node]
    if (node === undefined || !hasOutputs(node) || step.status !== 'completed') continue
    const { outputName: name, givesOutputs } = node
    if (givesOutputs === true) Object.assign(outputs, step.outputs)
    if (name !== undefined) outputs[name] = step.outputs?.value ?? null
  }
  return outputs
}

function hasOutputs({ outputName, givesOutputs }: PlanNode): boolean {
  return outputName !== undefined || givesOutputs === true
}
