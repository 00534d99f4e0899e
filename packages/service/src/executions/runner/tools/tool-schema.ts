/** A node as a tool: what a model is told of it. */
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

/** What arrives on a port of each type. A type that is not named takes anything. */
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

/** The inputs of a node are the arguments of the tool; what its settings hold already need not be given. */
export function parametersOf(definition: NodeDefinition, { config }: Pick<PlanTool, 'config'>): Parameters {
  const own = { ...defaultsOf(definition.config), ...config }
  const ports = [...portsOf(nodeTypeOf(definition), own).inputs.values()].filter(
    ({ dataType, id }) => dataType !== 'trigger' && dataType !== 'tool' && id !== 'loop_back',
  )
  const isSet = (id: string) => own[id] !== undefined && own[id] !== ''
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

/** What the inputs are when a tool is called: the argument, else the setting of the same name, else the default. */
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
 * A secret of a tool goes to the host that its settings name. What a model asks for may have been put into its mouth by
 * any text that it has read: it may choose another path there, and no other host.
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
/** A label may be of any length. */
const MAX_READ = 500

/** A name that every provider takes, made of what people called the node. */
export function toolName(text: string): string {
  const name = text
    .slice(0, MAX_READ)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_NAME)
  return name === '' ? 'tool' : name
}

/** Gives later ones of the same name a number. */
export function withUniqueNames<T extends { readonly name: string }>(tools: readonly T[]): T[] {
  const taken = new Set<string>()
  return tools.map((tool) => {
    let { name } = tool
    for (let number = 2; taken.has(name); number++) name = `${tool.name.slice(0, MAX_NAME - 5)}_${number}`
    taken.add(name)
    return name === tool.name ? tool : { ...tool, name }
  })
}
