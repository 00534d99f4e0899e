/** What an execution has put out so far, and how far it is. */
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

/** Progress from 0 to 100: the share of nodes that are over. */
export function progressOf(state: ExecutionState): number {
  if (state.finishedAt !== undefined) return 100
  const total = state.index.plan.nodes.length
  return total === 0 ? 0 : Math.floor((state.progress.overNodes / total) * 100)
}
