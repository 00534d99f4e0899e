/** The tool description of a node, for a model. */
import {
  defaultsOf,
  isObject,
  type NodeDefinition,
  NodeFailure,
  nodeTypeOf,
  type PlanTool,
  portsOf,
} from '@millrace/model'

type Parameters = Readonly<Record<string, unknown>>

/** The JSON Schema per port type. Other types accept any value. */
export const VALUE_SCHEMAS: Readonly<Record<string, Parameters>> = {
  string: { type: 'string' },
  url: { type: 'string', description: 'A URL.' },
  email: { type: 'string' },
  date: { type: 'string', description: 'A date, as 2030-01-31.' },
  datetime: { type: 'string', description: 'A time, as 2030-01-31T10:15:30Z.' },
  time: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  json: { type: 'object' },
  array: { type: 'array', items: {} },
  'string[]': { type: 'array', items: { type: 'string' } },
  'number[]': { type: 'array', items: { type: 'number' } },
  'boolean[]': { type: 'array', items: { type: 'boolean' } },
  'json[]': { type: 'array', items: { type: 'object' } },
  messages: { type: 'array', items: { type: 'object' } },
}

/** The inputs of a node are the arguments of the tool; those with a value in the settings are optional. */
export function parametersOf(definition: NodeDefinition, tool: Pick<PlanTool, 'config' | 'expressions'>): Parameters {
  const own = { ...defaultsOf(definition.config), ...tool.config }
  const computed = new Set(tool.expressions?.settings.map(({ setting }) => setting))
  const ports = [...portsOf(nodeTypeOf(definition), own).inputs.values()].filter(
    ({ dataType, id }) => dataType !== 'trigger' && dataType !== 'tool' && id !== 'loop_back',
  )
  const isSet = (id: string) => computed.has(id) || (own[id] !== undefined && own[id] !== '')
  return {
    type: 'object',
    properties: Object.fromEntries(
      ports.map(({ id, dataType, name, description, schema }) => [
        id,
        { ...(isObject(schema) ? schema : VALUE_SCHEMAS[dataType]), description: description ?? name },
      ]),
    ),
    required: ports.filter(({ id, required }) => required === true && !isSet(id)).map(({ id }) => id),
  }
}

/** The inputs of a tool call: the argument, otherwise the setting of the same name, otherwise the default. */
export function inputsFor(
  definition: NodeDefinition,
  config: Readonly<Record<string, unknown>>,
  args: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const ports = [...portsOf(nodeTypeOf(definition), config).inputs.values()]
  const values = ports
    .filter(({ dataType }) => dataType !== 'trigger' && dataType !== 'tool')
    .map(({ id, defaultValue }) => [id, Object.hasOwn(args, id) ? args[id] : (config[id] ?? defaultValue)] as const)
  return Object.fromEntries(values.filter(([, value]) => value !== undefined))
}

/**
 * A secret of a tool is sent only to the host in its settings. The model's arguments may come from a prompt injection,
 * so they may change the path but not the host.
 */
export function refuseOtherHosts(
  definition: NodeDefinition,
  config: Readonly<Record<string, unknown>>,
  inputs: Readonly<Record<string, unknown>>,
): void {
  for (const { id, dataType } of portsOf(nodeTypeOf(definition), config).inputs.values()) {
    if (dataType !== 'url' || inputs[id] === undefined) continue
    const meant = originOf(config[id])
    if (meant === undefined) throw new NodeFailure('BAD_INPUT', `${SET_FIRST}: "${id}" is empty.`)
    if (originOf(inputs[id]) !== meant) throw new NodeFailure('BAD_INPUT', `"${id}" has to be an address at ${meant}.`)
  }
}

const SET_FIRST = 'A tool with a secret needs an address in its settings'

function originOf(address: unknown): string | undefined {
  const origin = typeof address === 'string' ? URL.parse(address.trim())?.origin : undefined
  return origin === 'null' ? undefined : origin
}

const MAX_NAME = 64
/** Labels have no length limit, so only this prefix is used. */
const MAX_READ = 500

/** A tool name that every provider accepts, derived from the label of the node. */
export function toolName(text: string): string {
  const name = text
    .slice(0, MAX_READ)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_NAME)
  return name === '' ? 'tool' : name
}

/** Appends numbers to repeated names. */
export function withUniqueNames<T extends { readonly name: string }>(tools: readonly T[]): T[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    let { name } = tool
    for (let number = 2; taken.has(name); number++) name = `${tool.name.slice(0, MAX_NAME - 5)}_${number}`
    taken.add(name)
    return name === tool.name ? tool : { ...tool, name }
  })
}
