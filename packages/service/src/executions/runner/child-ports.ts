import { dynamicValues, isObject, LargeJson } from '@millrace/model'

/** A child execution; its outputs are absent if it was only started. */
export interface ChildRun {
  readonly id: string
  readonly outputs?: unknown
}

interface CalledBy extends ChildRun {
  /** The settings of the node that called it. */
  readonly config?: Readonly<Record<string, unknown>> | undefined
}

/** The output ports of a sub-workflow node after its child execution. */
export function childPorts({ id, outputs, config }: CalledBy) {
  return { ...namedOutputs(outputs, config), outputs, execution_id: id }
}

/** The outputs of a child execution that have a port of their own at the node that called it. */
function namedOutputs(
  outputs: unknown,
  config: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  if (!Array.isArray(config?.dynamicOutputs)) return {}
  const values = outputs instanceof LargeJson ? outputs.value : outputs
  return isObject(values) ? dynamicValues(config, 'dynamicOutputs', values) : {}
}
