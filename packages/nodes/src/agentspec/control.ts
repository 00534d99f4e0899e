/** Start, end and branching nodes. */
import {
  type BranchingNode,
  DEFAULT_BRANCH,
  type EndNode,
  type Flow,
  flowInputValues,
  flowOutputValues,
  type Property,
  type StartNode,
  textOf,
} from '@millrace/agentspec'
import { isObject } from '@millrace/model'
import type { Step } from './step.ts'
import type { StepResult } from './step-result.ts'

/** Outputs the launch inputs that the flow declares. */
export function runStart({ node, outputPorts, context }: Step<StartNode>): StepResult {
  const titles = new Set(outputPorts.map(({ title }) => title))
  const given = Object.entries(context.launch).filter(([title]) => titles.has(title))
  return { outputs: flowInputValues(flowOf(node), Object.fromEntries(given)) }
}

/** Outputs the received values, or the declared outputs of the flow with their defaults. */
export function runEnd({ node, inputs, context }: Step<EndNode>): StepResult {
  const { flow_outputs: declared } = context.config
  if (!Array.isArray(declared)) return { outputs: inputs, recorded: inputs }
  const outputs = flowOutputValues({ ...flowOf(node), outputs: declared.filter(isProperty) }, inputs)
  return { outputs, recorded: outputs }
}

/** A flow of only this node, so that the value rules of flows can be applied to it. */
function flowOf(node: StartNode | EndNode): Flow {
  return { kind: 'flow', id: node.id, name: node.name, startNode: node.id, nodes: [node], controlFlow: [] }
}

function isProperty(value: unknown): value is Property {
  return isObject(value) && typeof value.title === 'string'
}

/** Takes the branch that the value's text maps to. */
export function runBranching({ node, inputs, inputPorts }: Step<BranchingNode>): StepResult {
  const text = textOf(inputs[inputPorts[0]?.title ?? ''])
  const mapped = Object.hasOwn(node.mapping, text) ? node.mapping[text] : undefined
  return { outputs: {}, branch: mapped ?? DEFAULT_BRANCH }
}
