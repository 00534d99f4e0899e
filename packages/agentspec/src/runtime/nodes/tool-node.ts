import { isObject, NodeFailure } from '@millrace/model'
import type { Property, ToolNode } from '../../components.ts'
import { callTool, toolIn } from '../call-tool.ts'
import type { Values } from '../values.ts'
import type { Visit, Visited } from '../visit.ts'

/** Calls a tool with its inputs as arguments. A failure or a refusal fails the flow. */
export async function visitTool({ run, node, path, trail, inputs, outputPorts }: Visit<ToolNode>): Promise<Visited> {
  const tool = toolIn(node.tool, run)
  const result = await callTool(tool, { run, path, trail, args: inputs })
  return { outputs: resultsOf(result, outputPorts, tool.name) }
}

/** One output takes the value itself, or what stands under its name alone; several take an object of all of them. */
export function resultsOf(result: unknown, outputs: readonly Property[], name: string): Values {
  const [only, ...others] = outputs
  if (only === undefined) return {}
  if (others.length > 0) {
    if (isObject(result)) return result
    throw new NodeFailure(
      'BAD_RESULT',
      `The tool "${name}" has several outputs, so it has to give back an object of them.`,
    )
  }
  const isNamed = isObject(result) && Object.hasOwn(result, only.title) && !hasField(only)
  return { [only.title]: isNamed ? result[only.title] : result }
}

/** Whether the output is itself an object with a field of its own name. */
function hasField({ title, properties }: Property): boolean {
  return properties !== undefined && Object.hasOwn(properties, title)
}
