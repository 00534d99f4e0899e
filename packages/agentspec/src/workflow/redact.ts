/**
 * Removes secrets from exports. Fields that the official format marks as sensitive become references; other fields with
 * secret names are dropped. A placeholder for an input is not a secret.
 */
import { isObject, isPlaceholder } from '@millrace/model'
import type { AnyComponent, Fields, Flow } from '../components.ts'

const SECRET_NAME =
  /^(x-)?(api[-_]?key|apikey|(proxy-)?authorization|(set-)?cookie|pass(word|wd|phrase)|secret|client[-_]?(secret|id)|(access|refresh|auth|bearer|id)?[-_]?token|sslkey|private[-_]?key|key_file|cert_file|ca_file|wallet_(location|password)|auth_file_location|credentials|env|sensitive_headers|sensitiveHeaders|.*[-_](secret|password|token|api[-_]?key))$/i

/** Component fields without secrets, for any names of their keys. */
const HARMLESS = new Set(['inputs', 'outputs', 'outputSchema', 'mapping', 'reducers', 'seedBranches', 'branches'])
/** Fields for which the official format has references. */
const SENSITIVE: Readonly<Record<string, string>> = { apiKey: 'api_key', sensitiveHeaders: 'sensitive_headers' }
/** Fields of other components that the official format marks as sensitive and references; some are required. */
const OFFICIAL = new Set([
  ...['api_key', 'sensitive_headers', 'key_file', 'cert_file', 'ca_file', 'credentials', 'auth_file_location'],
  ...['user', 'password', 'dsn', 'wallet_location', 'wallet_password', 'client_id', 'client_secret', 'sslkey'],
])
const ONLY_PLACEHOLDERS = /^(?:(?:Bearer|Basic)\s+)?\{\{\s*\w+\s*\}\}$/i
const CREDENTIALS = /^([a-z][a-z0-9+.-]*:\/\/)[^/?#@\s]+@/i
/** A query parameter of a URL. */
const PARAMETER = /([?&])([^?=&#\s]+)=([^&#\s]+)/g
/** Parameter names that are secret only in URLs. */
const SECRET_PARAMETER = /^(key|sig|signature|access[-_]?key|.*[-_]signature)$/i

export interface Redaction<T> {
  readonly value: T
  /** The removed secrets as `<component id>.<field>`. */
  readonly secrets: readonly string[]
}

/** A removed value with its component and path. */
export interface TakenOut {
  readonly id: string
  readonly path: readonly string[]
  readonly value: unknown
}

/** A flow without secrets at any depth. Shared objects stay shared. */
export function withoutSecretsIn<T extends Flow | AnyComponent>(
  root: T,
  taken: (one: TakenOut) => void = () => {},
): Redaction<T> {
  const secrets = new Set<string>()
  const done = new Map<object, unknown>()

  function clean(value: unknown, owner: string, path: readonly string[]): unknown {
    if (Array.isArray(value)) return value.map((one) => clean(one, owner, path))
    if (typeof value === 'string') return cleanText(value, owner, path)
    if (!isObject(value)) return value
    const before = done.get(value)
    if (before !== undefined) return before
    const id = typeof value.id === 'string' && typeof value.name === 'string' ? value.id : owner
    const here = id === owner ? path : []
    const out: Record<string, unknown> = {}
    for (const [key, inner] of Object.entries(value)) {
      const at = [...here, key]
      if (HARMLESS.has(key)) out[key] = inner
      else if (!isSecret(key, inner) && !isMarked(value, key, inner)) out[key] = clean(inner, id, at)
      else {
        const wire = wireOf(value, key, here)
        secrets.add(`${id}.${wire ?? at.join('.')}`)
        taken({ id, path: at, value: inner })
        if (wire !== undefined) out[key] = { $component_ref: `${id}.${wire}` }
      }
    }
    // An omitted header has to be set again: the reference states that.
    const field = id === owner ? undefined : HEADER_FIELD[String(value.kind ?? transportOf(value))]
    if (field !== undefined && isObject(value.headers) && isObject(out.headers) && !isGiven(out[field])) {
      const isCut = Object.keys(out.headers).length < Object.keys(value.headers).length
      if (isCut) out[field] = { $component_ref: `${id}.sensitive_headers` }
    }
    done.set(value, out)
    return out
  }

  function cleanText(text: string, owner: string, path: readonly string[]): string | undefined {
    if (isPlaceholder(text as unknown)) {
      secrets.add(`${owner}.${path.join('.')}`)
      return undefined
    }
    const open = withoutCredentials(text)
    if (open === text) return text
    secrets.add(`${owner}.${path.join('.')}`)
    taken({ id: owner, path, value: text })
    return open
  }

  return { value: clean(root, '', []) as T, secrets: [...secrets].sort() }
}

/** The fields in which components keep secret headers. */
const HEADER_FIELD: Readonly<Record<string, string>> = {
  api: 'sensitiveHeaders',
  remote: 'sensitiveHeaders',
  transport: 'sensitive_headers',
}

function transportOf({ component_type: type }: Fields): string {
  return typeof type === 'string' && /^(SSE|StreamableHTTP)(mTLS)?Transport$/.test(type) ? 'transport' : ''
}

function isGiven(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0
}

/** True if the official format marks a field of an unchanged component as sensitive. */
function isMarked(component: Fields, key: string, value: unknown): boolean {
  if (typeof component.component_type !== 'string' || !OFFICIAL.has(key)) return false
  return value !== undefined && value !== null && value !== '' && !isReference(value)
}

function isReference(value: unknown): boolean {
  return isObject(value) && typeof value.$component_ref === 'string'
}

/** The official name of a field that may be a reference; undefined if it has to be dropped. */
function wireOf(component: Fields, key: string, path: readonly string[]): string | undefined {
  const isOwn = path.length === 0
  if (isOwn && SENSITIVE[key] !== undefined) return SENSITIVE[key]
  // Unknown fields are in `extra`; components that are kept unchanged have their official names.
  const isOfficial = isOwn ? typeof component.component_type === 'string' : path.length === 1 && path[0] === 'extra'
  return isOfficial && OFFICIAL.has(key) ? key : undefined
}

/** A URL without user info and secret parameters. */
function withoutCredentials(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text
  return text.replace(CREDENTIALS, '$1').replace(PARAMETER, (whole, sign: string, name: string, value: string) => {
    const isNamed = SECRET_NAME.test(name) || SECRET_PARAMETER.test(name)
    return isNamed && !ONLY_PLACEHOLDERS.test(value) ? `${sign}${name}=` : whole
  })
}

function isSecret(key: string, value: unknown): boolean {
  if (value === undefined || value === null || value === '' || typeof value === 'boolean') return false
  if (!SECRET_NAME.test(key)) return false
  if (typeof value === 'number' && /token/i.test(key)) return false
  if (typeof value === 'string' && ONLY_PLACEHOLDERS.test(value)) return false
  if (isObject(value)) return Object.keys(value).length > 0 && typeof value.$component_ref !== 'string'
  return true
}

/** A plain value without secrets. */
export function withoutSecretsInJson(value: Fields): Redaction<Fields> {
  return withoutSecretsIn(value as unknown as Flow) as unknown as Redaction<Fields>
}
