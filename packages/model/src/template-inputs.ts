/** Inputs that a template makes: each outer variable of the template is an input of its node. */
import { isObject } from './json.ts'
import type { NodeType } from './node-type.ts'
import { placeholdersIn } from './ports/placeholders.ts'
import type { NodePort } from './ports/port.ts'

const templateKeys = new WeakMap<NodeType, readonly string[]>()

/** The template settings of a type that lets users add inputs; none if it does not. */
export function templateKeysOf(type: NodeType): readonly string[] {
  const known = templateKeys.get(type)
  if (known !== undefined) return known
  const properties = isObject(type.configSchema.properties) ? type.configSchema.properties : {}
  const isTemplate = (key: string) => isObject(properties[key]) && properties[key].format === 'template'
  const keys = 'dynamicInputs' in properties ? Object.keys(properties).filter(isTemplate) : []
  templateKeys.set(type, keys)
  return keys
}

/**
 * The placeholders of a node that are inputs. A name of a setting is none, because an input without a source takes the
 * value of the setting of its name.
 */
export function templatePlaceholders(type: NodeType, config: Readonly<Record<string, unknown>>): readonly string[] {
  const keys = templateKeysOf(type)
  if (keys.length === 0) return []
  const names = keys.flatMap((key) => placeholdersIn(typeof config[key] === 'string' ? config[key] : ''))
  const settings = isObject(type.configSchema.properties) ? type.configSchema.properties : {}
  const fixed = new Set(type.inputs.map(({ id }) => id))
  return [...new Set(names)].filter(
    // Names such as `constructor` would find a value in every object.
    (name) => !Object.hasOwn(settings, name) && !fixed.has(name) && !(name in Object.prototype),
  )
}

export function placeholderPort(name: string): NodePort {
  return {
    id: name,
    name,
    type: 'input',
    dataType: 'mixed',
    required: false,
    description: `Value of {{ ${name} }} in the template.`,
  }
}
