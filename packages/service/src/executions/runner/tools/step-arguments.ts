/**
 * Arguments of a tool that represents a step of a workflow. Such a tool takes its settings as arguments too: they are the
 * default inputs of an exported node.
 */
import { isObject, issuesOf, type NodeDefinition, NodeFailure, nodeTypeOf, portsOf } from '@millrace/model'

type Values = Readonly<Record<string, unknown>>

interface Given {
  /** Data and settings, by port id and setting. */
  readonly args: Values
  /** Settings that share their name with a port. */
  readonly settings: Values
}

export interface StepArguments {
  readonly config: Record<string, unknown>
  readonly inputs: Record<string, unknown>
}

export function stepArguments(definition: NodeDefinition, config: Values, given: Given): StepArguments {
  const { args, settings } = given
  const known = isObject(definition.config.properties) ? definition.config.properties : {}
  const listed = settings.dynamicInputs ?? args.dynamicInputs
  const drawn = listed === undefined || listed === null ? config : { ...config, dynamicInputs: listed }
  const ports = portsOf(nodeTypeOf(definition), drawn).inputs
  const isSetting = ([key, value]: [string, unknown]) => value !== null && Object.hasOwn(known, key) && !ports.has(key)
  const settled = { ...config, ...Object.fromEntries(Object.entries(args).filter(isSetting)), ...settings }
  const [issue] = issuesOf(definition.config, settled)
  if (issue !== undefined) throw new NodeFailure('BAD_SETTINGS', `The setting ${issue.path} ${issue.message}`)
  const inputs = [...ports.values()]
    .filter(({ dataType }) => dataType !== 'trigger' && dataType !== 'tool')
    .map(({ id, required, defaultValue }) => {
      // An optional input without a value is null in a flow and absent in a workflow.
      const isGiven = Object.hasOwn(args, id) && (args[id] !== null || required === true)
      return [id, isGiven ? args[id] : (settled[id] ?? defaultValue)] as const
    })
  return { config: settled, inputs: Object.fromEntries(inputs.filter(([, value]) => value !== undefined)) }
}
