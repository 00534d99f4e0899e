/** Nodes that run another flow as a child execution, with or without catching its failure. */
import {
  CAUGHT_BRANCH,
  CAUGHT_INFO,
  type CatchExceptionNode,
  type Flow,
  type FlowNode,
  flowInputs,
  flowOutputs,
  type NameRef,
  type Values,
} from '@millrace/agentspec'
import { type ConversationMessage, cutText, type FlowResult, NodeFailure } from '@millrace/model'
import { isFailure } from '../running/interruption.ts'
import type { Step } from './step.ts'
import { ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'
import { OUTPUT, runWorkflow } from './stored-workflow.ts'

interface FlowRun {
  readonly flow: Flow
  /** Identifies the same child after a crash. */
  readonly path: string
  readonly inputs: Values
  /** Messages exchanged in the flow are appended here. */
  readonly conversation: ConversationMessage[]
}

/** Runs a flow of the document as a child execution. */
export async function runFlow(step: Step, { flow, path, inputs, conversation }: FlowRun): Promise<FlowResult> {
  const run = step.context.runFlow
  if (run === undefined) throw new NodeFailure('NOT_RUNNABLE', `The flow "${flow.name}" cannot run here.`)
  const { credentials } = step
  const call = { key: path, flow, inputs: known(inputs, flow), conversation: [...conversation], credentials }
  const result = await run(call)
  conversation.push(...result.messages)
  return result
}

/** Drops inputs that the flow does not declare: parallel flows share the inputs of their node. */
function known(inputs: Values, flow: Flow): Values {
  const titles = new Set(flowInputs(flow).map(({ title }) => title))
  return Object.fromEntries(Object.entries(inputs).filter(([title]) => titles.has(title)))
}

export type SubflowRun = Omit<FlowRun, 'flow'>

/** Runs the flow of a node: a flow of the document, or a stored workflow. */
export async function runSubflow(step: Step, subflow: Flow | NameRef, run: SubflowRun): Promise<StepResult> {
  if (subflow.kind !== 'ref') return runFlow(step, { ...run, flow: subflow })
  const outputs = await runWorkflow(step, subflow.name, run.inputs, run.path)
  // Also provide all outputs as one object, for a node that does not know their names.
  return { outputs: { outputs, ...(step.isDrawn ? { [OUTPUT]: outputs } : {}), ...outputs } }
}

export async function runFlowNode(step: Step<FlowNode>): Promise<StepResult> {
  const { node, inputs, conversation } = step
  const { outputs, branch } = await runSubflow(step, node.subflow, { path: ROOT, inputs, conversation })
  return { outputs, ...(branch === undefined ? {} : { branch }) }
}

const MAX_MESSAGE = 4000

/** If the flow fails, outputs the defaults and the error message and takes the error branch. */
export async function runCatch(step: Step<CatchExceptionNode>): Promise<StepResult> {
  const { node, inputs, outputPorts, conversation, context } = step
  try {
    const { outputs, branch } = await runSubflow(step, node.subflow, { path: ROOT, inputs, conversation })
    return { outputs: { ...outputs, [CAUGHT_INFO]: null }, ...(branch === undefined ? {} : { branch }) }
  } catch (error) {
    if (!(error instanceof NodeFailure) || !isFailure(error, context.signal)) throw error
    const { message } = error
    const inner = new Map(
      node.subflow.kind === 'ref' ? [] : flowOutputs(node.subflow).map((one) => [one.title, one.default]),
    )
    const defaults = outputPorts.map(({ title, default: own }) => [title, own ?? inner.get(title) ?? null])
    return {
      outputs: { ...Object.fromEntries(defaults), [CAUGHT_INFO]: cutText(message, MAX_MESSAGE) },
      branch: CAUGHT_BRANCH,
    }
  }
}
