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
  return placeholderTextsOf(type).length === 0
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
 * value of the setting of its name.
 */
export function templatePlaceholders(type: NodeType, config: Readonly<Record<string, unknown>>): readonly string[] {
  const [templates, texts] = [templateKeysOf(type), placeholderTextsOf(type)]
  if (templates.length === 0 && texts.length === 0) return []
  const textOf = (key: string) => (typeof config[key] === 'string' ? config[key] : '')
  const names = [
    ...templates.flatMap((key) => placeholdersIn(textOf(key))),
    ...texts.flatMap((key) => plainPlaceholders(textOf(key))).slice(0, MAX_NAMES),
  ]
  const settings = settingsOf(type)
  const fixed = new Set(type.inputs.map(({ id }) => id))
  return [...new Set(names)].filter(
    // Names such as `constructor` would find a value in every object.
    (name) => !Object.hasOwn(settings, name) && !fixed.has(name) && !(name in Object.prototype),
  )
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
