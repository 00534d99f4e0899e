import type { Property, ToolNode, Values } from '@millrace/agentspec'
import { isObject, NodeFailure } from '@millrace/model'
import { callTool, toolIn } from './call-tool.ts'
import type { Step } from './step.ts'
import { ROOT } from './step-record.ts'
import type { StepResult } from './step-result.ts'

/** Calls a tool with the inputs as arguments. */
export async function runTool(step: Step<ToolNode>): Promise<StepResult> {
  const { node, registry, inputs, outputPorts } = step
  const tool = toolIn(node.tool, registry)
  const result = await callTool(tool, { ...step, path: ROOT, args: inputs })
  return { outputs: resultsOf(result, outputPorts, tool.name) }
}

/**
 * A single output takes the value itself, or its key of a returned object; several outputs need an object with all of
 * them.
 */
function resultsOf(result: unknown, outputs: readonly Property[], name: string): Values {
  const [only, ...others] = outputs
  if (only === undefined) return {}
  if (others.length > 0) {
    if (isObject(result)) return result
    throw new NodeFailure(
      'BAD_RESULT',
      `The tool "${name}" has several outputs, so it must return an object with all of them.`,
    )
  }
  const isNamed = isObject(result) && Object.hasOwn(result, only.title) && !hasField(only)
  return { [only.title]: isNamed ? result[only.title] : result }
}

/** True if the output is an object with a field of its own name. */
function hasField({ title, properties }: Property): boolean {
  return properties !== undefined && Object.hasOwn(properties, title)
}
