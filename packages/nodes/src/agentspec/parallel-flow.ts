/** Runs several flows in parallel and waits for all of them. */
import type { ParallelFlowNode } from '@millrace/agentspec'
import { runSubflow } from './flow.ts'
import { inParallel } from './in-parallel.ts'
import type { Step } from './step.ts'
import { ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'
import { OUTPUT, runWorkflow } from './stored-workflow.ts'

export async function runParallelFlow(step: Step<ParallelFlowNode>): Promise<StepResult> {
  const { node, inputs, outputPorts, isDrawn } = step
  // On the canvas the node has one output for the results of all workflows, keyed by name.
  const isGathered = isDrawn && outputPorts.some(({ title }) => title === OUTPUT)
  const gathered: Record<string, unknown> = {}
  const ended = await inParallel(node.subflows.length, step, async (number, conversation) => {
    const subflow = node.subflows[number]
    const path = `${ROOT}[${number}]`
    if (subflow === undefined) return {}
    if (subflow.kind !== 'ref') return (await runSubflow(step, subflow, { path, inputs, conversation })).outputs
    const outputs = await runWorkflow(step, subflow.name, inputs, path)
    gathered[subflow.name] = outputs
    return { outputs, ...outputs }
  })
  return {
    outputs: {
      ...Object.assign({}, ...ended),
      ...(isGathered && Object.keys(gathered).length > 0 ? { [OUTPUT]: gathered } : {}),
    },
  }
}
