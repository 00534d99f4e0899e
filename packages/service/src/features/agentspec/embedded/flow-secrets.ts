/**
 * Secrets in a flow: taken out before it is written anywhere, put back where it runs. What is a secret is said by the
 * name of its field, wherever it stands; a plain header counts if its name says so.
 */
import { isObject } from '@millrace/model'

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
const MARK = '$secret'

export interface Split<T> {
  readonly value: T
  readonly secrets: readonly string[]
}

/** The value with a mark in place of every secret, and the secrets by their numbers. */
export function withoutSecrets<T>(value: T): Split<T> {
  const secrets: string[] = []
  const taken = (text: string) => {
    if (text === '') return text
    const known = secrets.indexOf(text)
    return { [MARK]: known < 0 ? secrets.push(text) - 1 : known }
  }
  const walk = (one: unknown, isSecret: boolean): unknown => {
    if (typeof one === 'string') return isSecret ? taken(one) : one
    if (Array.isArray(one)) return one.map((item) => walk(item, isSecret))
    if (!isObject(one)) return one
    // What a document left out is no secret, and what looks like our mark must not be taken for one.
    if (typeof one.$component_ref === 'string') return one
    const entries = Object.entries(one).map(([key, inner]) => {
      const isHeader = (key === 'headers' || key === 'http_headers') && isObject(inner)
      return [key, isHeader ? headersOf(inner) : walk(inner, isSecret || FIELDS.has(key))]
    })
    return Object.fromEntries(entries)
  }
  const headersOf = (headers: Record<string, unknown>) =>
    Object.fromEntries(Object.entries(headers).map(([key, inner]) => [key, walk(inner, HEADER.test(key))]))
  return { value: walk(value, false) as T, secrets }
}

/** The value with its secrets in place. */
export function withSecrets<T>(value: T, secrets: readonly string[]): T {
  const walk = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(walk)
    if (!isObject(one)) return one
    const mark = one[MARK]
    if (typeof mark === 'number' && Object.keys(one).length === 1) return secrets[mark] ?? ''
    return Object.fromEntries(Object.entries(one).map(([key, inner]) => [key, walk(inner)]))
  }
  return walk(value) as T
}
