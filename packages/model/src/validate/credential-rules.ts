/** The credentials that the settings of nodes refer to by name. Only settings at the top of a config can refer to one. */
import type { Catalogue } from '../catalogue.ts'
import { isObject } from '../json.ts'
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
    return own.flatMap((setting) => {
      const name = config[setting.key]
      return typeof name === 'string' && name !== '' ? [{ ...setting, node, name }] : []
    })
  })
}

/** References to credentials that do not exist or have another type; `typeOf` gives the type of a name. */
export function credentialProblems(
  references: readonly CredentialReference[],
  typeOf: (name: string) => string | undefined,
): ValidationProblem[] {
  return references.flatMap(({ node, key, types, name }) => {
    const type = typeOf(name)
    if (type !== undefined && types.includes(type)) return []
    const place = { nodeId: node.id, path: `/${key}` }
    const values = { node: nameOf(node), name: name.slice(0, 100), setting: key }
    return [
      type === undefined
        ? problem('unknownCredential', values, place)
        : problem('wrongCredential', { ...values, type, types: types.join(', ') }, place),
    ]
  })
}
