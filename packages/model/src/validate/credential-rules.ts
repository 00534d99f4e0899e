/**
 * The credentials that the settings of nodes refer to by name. Only settings at the top of a config can refer to one: a
 * text, or a map of names.
 */
import type { Catalogue } from '../catalogue.ts'
import { isObject, pointer } from '../json.ts'
import type { NodeType } from '../node-type.ts'
import { configOf, nameOf, nodeTypeIdOf, type WorkflowNode } from '../workflow/workflow.ts'
import { problem, type ValidationProblem } from './problem.ts'

export interface CredentialSetting {
  readonly key: string
  /** The types that fit. */
  readonly types: readonly string[]
}

export interface CredentialReference extends CredentialSetting {
  readonly node: WorkflowNode
  readonly name: string
  /** Where the name is in the config. */
  readonly path: string
}

const settings = new WeakMap<object, readonly CredentialSetting[]>()
const NONE: readonly CredentialSetting[] = []

/** The settings of a type that take the name of a credential: those with `x-credential`. */
export function credentialSettings(type: NodeType | undefined): readonly CredentialSetting[] {
  const schema = type?.configSchema
  if (!isObject(schema) || !isObject(schema.properties)) return NONE
  const known = settings.get(schema)
  if (known !== undefined) return known
  const found = Object.entries(schema.properties).flatMap(([key, setting]) => {
    const types = isObject(setting) ? setting['x-credential'] : undefined
    return Array.isArray(types) ? [{ key, types: types.map(String) }] : []
  })
  settings.set(schema, found.length === 0 ? NONE : found)
  return found
}

/** All references in a workflow. */
export function credentialReferences(nodes: readonly WorkflowNode[], catalogue: Catalogue): CredentialReference[] {
  return nodes.flatMap((node) => {
    const own = credentialSettings(catalogue.types.get(nodeTypeIdOf(node)))
    if (own.length === 0) return []
    const config = configOf(node)
    return own.flatMap((setting) => namesAt(config, setting.key).map((named) => ({ ...setting, node, ...named })))
  })
}

/** The names of credentials in a setting. */
export function namesAt(
  config: Readonly<Record<string, unknown>>,
  key: string,
): readonly { readonly name: string; readonly path: string }[] {
  const value = config[key]
  if (key.endsWith(REF) && !isOwnReference(config, key)) return []
  const path = pointer('', key)
  const all = isObject(value) ? Object.entries(value).map(([id, one]) => [one, pointer(path, id)]) : [[value, path]]
  return all.flatMap(([name, at]) => (typeof name === 'string' && name !== '' ? [{ name, path: String(at) }] : []))
}

const REF = '_ref'

/** False if the name is that of the component in the node, or if the setting `connection` replaces it. */
function isOwnReference(config: Readonly<Record<string, unknown>>, key: string): boolean {
  const component = config[key.slice(0, -REF.length)]
  const isConnected = typeof config.connection === 'string' && config.connection !== ''
  return !isConnected && !(isObject(component) && component.name === config[key])
}

/** References to credentials that do not exist or have another type; `typeOf` gives the type of a name. */
export function credentialProblems(
  references: readonly CredentialReference[],
  typeOf: (name: string) => string | undefined,
): ValidationProblem[] {
  return references.flatMap(({ node, key, types, name, path }) => {
    const type = typeOf(name)
    if (type !== undefined && types.includes(type)) return []
    const place = { nodeId: node.id, path }
    const values = { node: nameOf(node), name: name.slice(0, 100), setting: key }
    return [
      type === undefined
        ? problem('unknownCredential', values, place)
        : problem('wrongCredential', { ...values, type, types: types.join(', ') }, place),
    ]
  })
}
