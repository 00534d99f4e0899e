/**
 * Stored credentials of the components of a node, by component id. They are only in the settings of nodes, never read
 * from a document: a caller who may only run flows could use every credential otherwise.
 *
 * `credential` is that of the node's own call and `connection` that of its model; deeper components are in
 * `component_credentials` and `component_connections`.
 */
import { isObject } from '@millrace/model'
import type { Fields, FlowNodeComponent } from '../components.ts'
import { HOLDS_SECRETS, modelIdOf } from './node-secrets.ts'

/** Names of credentials by component id. */
export type ComponentCredentials = Readonly<Record<string, string>>

/** The key for the model of a node that has no LLM configuration of its own. */
export const DEFAULT_MODEL = ''

/** The credentials in the settings of a node. */
export function credentialsOf(component: FlowNodeComponent, config: Fields): ComponentCredentials {
  const { credential, connection, component_credentials: calls, component_connections: models } = config
  const found: Record<string, string> = Object.create(null)
  for (const [id, name] of [...entriesOf(calls), ...entriesOf(models)]) found[id] = name
  if (component.kind === 'api' && isName(credential)) found[component.id] = credential
  if (hasModel(component) && isName(connection)) found[modelIdOf(component) ?? DEFAULT_MODEL] = connection
  return found
}

/** The settings of a node in a nested flow: the inverse of `credentialsOf`. */
export function credentialSettingsFor(component: FlowNodeComponent, credentials: ComponentCredentials): Fields {
  const named = (id: string | undefined) =>
    id !== undefined && Object.hasOwn(credentials, id) ? credentials[id] : undefined
  if (component.kind === 'api') return given({ credential: named(component.id) })
  if (component.kind === 'llm') return given({ connection: named(modelIdOf(component)) })
  const { [DEFAULT_MODEL]: _, ...nested } = credentials
  return HOLDS_SECRETS.has(component.kind) && Object.keys(nested).length > 0 ? { component_credentials: nested } : {}
}

function hasModel({ kind }: FlowNodeComponent): boolean {
  return kind === 'llm' || kind === 'agent'
}

function entriesOf(value: unknown): [string, string][] {
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([id, name]): [string, string][] => (isName(name) ? [[id, name]] : []))
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function given(fields: Readonly<Record<string, string | undefined>>): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
}
