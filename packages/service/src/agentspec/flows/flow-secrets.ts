/**
 * Secrets of a submitted flow. They are removed before the flow is stored and put back by path when it runs: the stored
 * flow has no placeholders that could be replaced, so a document cannot request a secret.
 *
 * A value is a secret if the name of its field or header indicates one.
 */
import { isObject, placeholderOf } from '@millrace/model'

const FIELDS = new Set([
  ...[
    'apiKey',
    'api_key',
    'sensitiveHeaders',
    'sensitive_headers',
    'client_secret',
    'client_id',
    'password',
    'credentials',
  ],
  ...['sslkey', 'wallet_password', 'env', 'access_token', 'refresh_token', 'secret'],
])
const HEADER = /authorization|api-?key|token|cookie|secret|password/i
const HEADER_FIELDS = new Set(['headers', 'http_headers'])
/** Lists of JSON Schemas: a property named `password` describes a value and is not a secret. */
const SCHEMA_FIELDS = new Set(['inputs', 'outputs'])

/** The path of a secret. */
export type Place = readonly (string | number)[]

export interface SecretPlace {
  readonly at: Place
  /** Its index in the list of secrets. */
  readonly secret: number
}

export interface Split<T> {
  /** The value with a placeholder for every secret. */
  readonly value: T
  readonly places: readonly SecretPlace[]
  readonly secrets: readonly string[]
}

/** Removes the secrets from a value. */
export function splitSecrets<T>(value: T): Split<T> {
  const numbers = new Map<string, number>()
  const places: SecretPlace[] = []
  const replaced = replaceSecrets(value, (secret, at) => {
    const number = numbers.get(secret) ?? numbers.size
    numbers.set(secret, number)
    places.push({ at, secret: number })
    return placeholderOf(secret)
  })
  return { value: replaced as T, places, secrets: [...numbers.keys()] }
}

/** The value without its secrets and without placeholders. */
export function withoutSecrets<T>(value: T): T {
  return replaceSecrets(value, () => undefined) as T
}

/** All secrets in a value. */
export function secretsIn(value: unknown): readonly string[] {
  return splitSecrets(value).secrets
}

/** The value with its secrets. Parts without secrets stay the same object. */
export function withSecrets<T>(value: T, places: readonly SecretPlace[], secrets: readonly string[]): T {
  return filled(value, places, { secrets, depth: 0 }) as T
}

type Replace = (secret: string, at: Place) => string | undefined

/** A path as a linked list, so that only the paths of secrets are built. */
interface Trail {
  readonly key: string | number
  readonly before: Trail | undefined
}

function placeOf(trail: Trail | undefined): Place {
  const keys: (string | number)[] = []
  for (let one = trail; one !== undefined; one = one.before) keys.push(one.key)
  return keys.reverse()
}

function replaceSecrets(root: unknown, replace: Replace): unknown {
  const walk = (one: unknown, at: Trail | undefined, isSecret: boolean): unknown => {
    if (typeof one === 'string') return isSecret && one !== '' ? replace(one, placeOf(at)) : one
    if (Array.isArray(one)) {
      return one.map((item, key) => walk(item, { key, before: at }, isSecret)).filter((item) => item !== undefined)
    }
    if (!isObject(one) || isReference(one)) return one
    return objectOf(
      Object.entries(one).map(([key, inner]) => {
        const here = { key, before: at }
        if (HEADER_FIELDS.has(key) && isObject(inner)) return [key, headers(inner, here, isSecret)]
        if (SCHEMA_FIELDS.has(key) && Array.isArray(inner)) return [key, inner]
        return [key, walk(inner, here, isSecret || FIELDS.has(key))]
      }),
    )
  }
  const headers = (given: Record<string, unknown>, before: Trail, isSecret: boolean) =>
    objectOf(
      Object.entries(given).map(([key, inner]) => [key, walk(inner, { key, before }, isSecret || HEADER.test(key))]),
    )
  return walk(root, undefined, false)
}

/** A reference names an omitted secret; it is not a secret itself. */
function isReference(value: Record<string, unknown>): boolean {
  return typeof value.$component_ref === 'string' && Object.keys(value).length === 1
}

// Not by assignment: a key may be named __proto__.
function objectOf(entries: readonly (readonly [string, unknown])[]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}

interface Filling {
  readonly secrets: readonly string[]
  readonly depth: number
}

function filled(value: unknown, places: readonly SecretPlace[], { secrets, depth }: Filling): unknown {
  const [first] = places
  if (first === undefined) return value
  if (first.at.length === depth) return secrets[first.secret] ?? ''
  const below = Map.groupBy(places, ({ at }) => at[depth])
  const inside = (key: string | number, inner: unknown) =>
    filled(inner, below.get(key) ?? [], { secrets, depth: depth + 1 })
  if (Array.isArray(value)) return value.map((inner, number) => inside(number, inner))
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, inside(key, inner)]))
}
