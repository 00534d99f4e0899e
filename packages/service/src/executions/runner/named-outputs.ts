import { dynamicValues, isObject, LargeJson } from '@millrace/model'

/** The outputs of a child execution that have a port of their own at the node that called it. */
export function namedOutputs(
  outputs: unknown,
  config: Readonly<Record<string, unknown>> | undefined,
): Readonly<Record<string, unknown>> {
  if (!Array.isArray(config?.dynamicOutputs)) return {}
  const values = outputs instanceof LargeJson ? outputs.value : outputs
  return isObject(values) ? dynamicValues(config, 'dynamicOutputs', values) : {}
}
