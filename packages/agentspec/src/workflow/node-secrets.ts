/**
 * Secrets of the components inside a node. An import stores them encrypted in hidden config fields of the node; running
 * the node puts them back. Exports never contain them.
 *
 * `api_key` and `secret_headers` are editable; deeper secrets are in `secrets`, keyed by component id and path
 * (`/weather/sensitive_headers/Authorization`).
 */
import { isObject, pointer } from '@millrace/model'
import type { Fields, FlowNodeComponent } from '../components.ts'
import { textOf } from '../value-text.ts'
import { type TakenOut, withoutSecretsIn } from './redact.ts'

/** The hidden fields of the node types. */
export const SECRET_FIELDS = ['api_key', 'secret_headers', 'secrets'] as const

export interface KeptSecrets {
  readonly config: Fields
  /** Names of the contained secrets, as `withoutSecretsIn` returns them. */
  readonly names: readonly string[]
}

/** The hidden fields for the secrets of an unredacted component. */
export function secretsOf(component: FlowNodeComponent): KeptSecrets {
  const found: TakenOut[] = []
  withoutSecretsIn(component, (one) => found.push(one))
  const headers: Record<string, string> = {}
  const secrets: Record<string, string> = {}
  const names: string[] = []
  let key: string | undefined
  for (const one of found) {
    const { id, path, value } = one
    if (isModelKey(component, one) && typeof value === 'string') key = value
    else if (isOwnHeader(component, one))
      for (const [place, text] of leavesOf(value, path)) headers[place.at(-1) ?? ''] = text
    else if (HOLDS_SECRETS.has(component.kind)) {
      for (const [place, text] of leavesOf(value, path)) {
        secrets[[id, ...place.map(wireName)].reduce((at, part) => pointer(at, part), '')] = text
      }
    } else continue
    names.push(`${id}.${path.map((part) => (path.length === 1 ? wireName(part) : part)).join('.')}`)
  }
  const isSome = (values: Record<string, string>) => Object.keys(values).length > 0
  return {
    config: {
      ...(key === undefined ? {} : { api_key: key }),
      ...(isSome(headers) ? { secret_headers: headers } : {}),
      ...(isSome(secrets) ? { secrets } : {}),
    },
    names,
  }
}

function isModelKey(component: FlowNodeComponent, { id, path }: TakenOut): boolean {
  return id === modelIdOf(component) && path.length === 1 && path[0] === 'apiKey'
}

/** True for a header of the node itself, whether or not the document marks it as sensitive. */
function isOwnHeader({ kind, id: own }: FlowNodeComponent, { id, path }: TakenOut): boolean {
  if (kind !== 'api' || id !== own) return false
  return path[0] === 'sensitiveHeaders' ? path.length <= 2 : path[0] === 'headers' && path.length === 2
}

/** Kinds that contain other components: their types have fields for the secrets and credentials of those. */
export const HOLDS_SECRETS = new Set<FlowNodeComponent['kind']>([
  ...(['agent', 'tool', 'flow', 'map', 'parallel_map', 'parallel_flow', 'catch_exception'] as const),
])

/** The id of the LLM configuration that is defined in a node. */
export function modelIdOf(component: FlowNodeComponent): string | undefined {
  if (component.kind === 'llm') return component.llmConfig?.kind === 'llm_config' ? component.llmConfig.id : undefined
  if (component.kind !== 'agent' || component.agent.kind !== 'agent') return undefined
  const { llmConfig } = component.agent
  return llmConfig?.kind === 'llm_config' ? llmConfig.id : undefined
}

function leavesOf(value: unknown, path: readonly string[]): [readonly string[], string][] {
  if (isObject(value)) return Object.entries(value).flatMap(([key, inner]) => leavesOf(inner, [...path, key]))
  if (Array.isArray(value)) return value.flatMap((inner, at) => leavesOf(inner, [...path, String(at)]))
  return [[path, textOf(value)]]
}

const WIRE: Readonly<Record<string, string>> = { apiKey: 'api_key', sensitiveHeaders: 'sensitive_headers' }
const FROM_WIRE = Object.fromEntries(Object.entries(WIRE).map(([key, wire]) => [wire, key]))

function wireName(key: string): string {
  return Object.hasOwn(WIRE, key) ? (WIRE[key] ?? key) : key
}

/** The component with the secrets from the config of its node. */
export function withSecretsOf(component: FlowNodeComponent, config: Fields): FlowNodeComponent {
  const { api_key: key, secret_headers: headers, secrets } = config
  const modelId = modelIdOf(component)
  const places = [
    ...(typeof key === 'string' && key !== '' && modelId !== undefined ? [[[modelId, 'apiKey'], key] as const] : []),
    ...Object.entries(isObject(secrets) ? secrets : {}).map(([at, text]) => [placeOf(at), text] as const),
  ]
  const whole = places.length === 0 ? component : (put(component, places) as FlowNodeComponent)
  if (whole.kind !== 'api' || !isObject(headers) || Object.keys(headers).length === 0) return whole
  const known = typeof whole.sensitiveHeaders?.$component_ref === 'string' ? {} : whole.sensitiveHeaders
  return { ...whole, sensitiveHeaders: { ...known, ...headers } }
}

function placeOf(at: string): string[] {
  const keys = at
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'))
  return keys.map((key, depth) => (depth === 1 && Object.hasOwn(FROM_WIRE, key) ? (FROM_WIRE[key] ?? key) : key))
}

type Placed = readonly (readonly [place: readonly string[], text: unknown])[]

function put(value: unknown, places: Placed): unknown {
  if (Array.isArray(value)) return value.map((one) => put(one, places))
  if (!isObject(value)) return value
  const inside = Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner, places)]))
  const isComponent = typeof value.id === 'string' && typeof value.name === 'string'
  const own = isComponent ? places.filter(([[id]]) => id === value.id) : []
  return own.reduce((made, [[, ...path], text]) => set(made, path, text), inside)
}

function set(at: Fields, [key, ...rest]: readonly string[], text: unknown): Record<string, unknown> {
  if (key === undefined) return { ...at }
  if (rest.length === 0) return { ...at, [key]: text }
  const inner = at[key]
  const known = isObject(inner) && typeof inner.$component_ref !== 'string' ? inner : {}
  return { ...at, [key]: set(known, rest, text) }
}
