/**
 * Inputs that a template makes: each outer variable of a Liquid template, and each `{{name}}` of an Agent Spec text, is an
 * input of its node.
 */
import { isObject } from './json.ts'
import type { NodeType } from './node-type.ts'
import { placeholdersIn } from './ports/placeholders.ts'
import type { NodePort } from './ports/port.ts'

const templateKeys = new WeakMap<NodeType, readonly string[]>()
const textKeys = new WeakMap<NodeType, readonly string[]>()

/** A placeholder of Agent Spec: a name and nothing else. */
const NAME_ONLY = /\{\{\s*(\w+)\s*\}\}/g
const MAX_NAMES = 100
const AGENT_NODE = 'agentspec.agent_node'

/** The template settings of a type that lets users add inputs; none if it does not. */
export function templateKeysOf(type: NodeType): readonly string[] {
  const known = templateKeys.get(type)
  if (known !== undefined) return known
  const properties = settingsOf(type)
  const keys = 'dynamicInputs' in properties ? keysWith(properties, 'format', 'template') : []
  templateKeys.set(type, keys)
  return keys
}

/** The texts of a type with Agent Spec placeholders. */
function placeholderTextsOf(type: NodeType): readonly string[] {
  const known = textKeys.get(type)
  if (known !== undefined) return known
  const keys = keysWith(settingsOf(type), 'x-placeholders', 'inputs')
  textKeys.set(type, keys)
  return keys
}

/** True if an object at a fixed input, such as `data`, can fill the placeholders of the templates of a type. */
export function isFilledByObjects(type: NodeType): boolean {
  return placeholderTextsOf(type).length === 0 && type.node_type_id !== AGENT_NODE
}

function settingsOf({ configSchema: { properties } }: NodeType): Readonly<Record<string, unknown>> {
  return isObject(properties) ? properties : {}
}

function keysWith(properties: Readonly<Record<string, unknown>>, keyword: string, value: string): string[] {
  return Object.entries(properties).flatMap(([key, schema]) =>
    isObject(schema) && schema[keyword] === value ? [key] : [],
  )
}

/**
 * The placeholders of a node that are inputs. A name of a setting is none, because an input without a source takes the
 * value of the setting of its name; see `reservedPlaceholders`.
 */
export function templatePlaceholders(type: NodeType, config: Readonly<Record<string, unknown>>): readonly string[] {
  const used = usedPlaceholders(type, config)
  if (used.length === 0) return used
  const fixed = new Set(type.inputs.map(({ id }) => id))
  return used.filter((name) => !isReserved(name, type) && !fixed.has(name))
}

/** The placeholders of a node that cannot be inputs because a setting, or every object, has their name. */
export function reservedPlaceholders(type: NodeType, config: Readonly<Record<string, unknown>>): readonly string[] {
  const fixed = new Set(type.inputs.map(({ id }) => id))
  return usedPlaceholders(type, config).filter((name) => isReserved(name, type) && !fixed.has(name))
}

/** Names such as `constructor` would find a value in every object. */
function isReserved(name: string, type: NodeType): boolean {
  return Object.hasOwn(settingsOf(type), name) || name in Object.prototype
}

/** Every placeholder in the texts of a node. */
function usedPlaceholders(type: NodeType, config: Readonly<Record<string, unknown>>): readonly string[] {
  const [templates, texts] = [templateKeysOf(type), agentSpecTexts(type, config)]
  if (templates.length === 0 && texts.length === 0) return []
  const textOf = (key: string) => (typeof config[key] === 'string' ? config[key] : '')
  const names = [
    ...templates.flatMap((key) => placeholdersIn(textOf(key))),
    ...texts.flatMap(plainPlaceholders).slice(0, MAX_NAMES),
  ]
  return [...new Set(names)]
}

/** The Agent Spec texts of a node: settings, and the system prompt of an agent that is part of the node. */
function agentSpecTexts(type: NodeType, config: Readonly<Record<string, unknown>>): string[] {
  const { agent } = type.node_type_id === AGENT_NODE ? config : {}
  const texts = [
    ...placeholderTextsOf(type).map((key) => config[key]),
    isObject(agent) ? agent.system_prompt : undefined,
  ]
  return texts.filter((text) => typeof text === 'string')
}

/**
 * The listed inputs of an Agent Spec node without those whose placeholder a change of its texts removed: the placeholder
 * had made them. An input stays if it is connected, or if another part of the node, such as the body of a request, uses
 * it. Undefined if nothing is removed.
 */
export function inputsWithoutRemoved(
  type: NodeType,
  change: { readonly before: PlaceholderUse; readonly after: PlaceholderUse },
  isConnected: (input: string) => boolean,
): unknown[] | undefined {
  const { before, after } = change
  const listed = after.config.dynamicInputs
  if (isFilledByObjects(type) || !Array.isArray(listed) || listed !== before.config.dynamicInputs) return undefined
  const kept = new Set(usedPlaceholders(type, after.config))
  const removed = new Set(usedPlaceholders(type, before.config).filter((name) => !kept.has(name)))
  if (removed.size === 0) return undefined
  const elsewhere = new Set(plainPlaceholders(JSON.stringify({ ...after, config: withoutPorts(after.config) })))
  const isGone = (port: unknown) => {
    const name = isObject(port) && typeof port.name === 'string' ? port.name : ''
    return removed.has(name) && !elsewhere.has(name) && !isConnected(name)
  }
  return listed.some(isGone) ? listed.filter((port) => !isGone(port)) : undefined
}

/** The parts of a node that may use placeholders. */
export interface PlaceholderUse {
  readonly config: Readonly<Record<string, unknown>>
  readonly extensions: unknown
}

function withoutPorts({ dynamicInputs, dynamicOutputs, ports, ...config }: PlaceholderUse['config']): object {
  return config
}

function plainPlaceholders(text: string): string[] {
  return [...new Set(text.matchAll(NAME_ONLY).map(([, name = '']) => name))]
}

/** The input of a placeholder. In Agent Spec it is a text. */
export function placeholderPort(name: string, type: NodeType): NodePort {
  const port: NodePort = { id: name, name, type: 'input', dataType: 'mixed', required: false }
  if (!isFilledByObjects(type)) return { ...port, dataType: 'string' }
  return { ...port, description: `Value of {{ ${name} }} in the template.` }
}
