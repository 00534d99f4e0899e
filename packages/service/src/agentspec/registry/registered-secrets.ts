/**
 * Secrets of registered tools and agents that must be masked in results: header values, keys in URLs, and fields with
 * secret names. Implementations are stored encrypted as a whole, so this list is only for masking: common values such
 * as `application/json` are not included.
 */
import { isObject } from '@millrace/model'
import { secretsIn } from '../flows/flow-secrets.ts'
import type { Named } from './named-components.ts'

/** Headers that describe the message and not the caller. */
const PUBLIC_HEADERS = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'connection'],
  ...['content-encoding', 'content-language', 'content-length', 'content-type', 'host', 'prefer', 'user-agent'],
])
const HEADER_FIELDS = new Set(['headers', 'http_headers', 'sensitive_headers', 'sensitiveHeaders'])
const URL_FIELDS = new Set(['url', 'endpoint', 'agent_url', 'agentUrl'])
const SECRET_PARAMETER = /key|token|secret|sig|auth|pass|pwd|credential|session/i
/** An authentication scheme before the credential. */
const SCHEME = /^[A-Za-z][\w-]*\s+(?=\S)/
const TOKEN_LENGTH = 16

/** All values to mask in external responses while these components are in use. */
export function secretsOfNamed({ tools, agents }: Named): readonly string[] {
  const found = new Set(secretsIn(agents))
  const add = (text: string) => {
    if (text !== '') found.add(text)
  }
  for (const { implementation } of Object.values(tools)) {
    if (implementation.kind !== 'http') continue
    add(implementation.url)
    const { url } = implementation
    const href = URL.parse(url)?.href
    if (href !== undefined) add(href)
    for (const secret of secretsInUrl(url)) add(secret)
    for (const secret of secretsInHeaders(implementation.headers ?? {})) add(secret)
  }
  walkObjects(agents, (key, value) => {
    if (HEADER_FIELDS.has(key) && isObject(value)) for (const secret of secretsInHeaders(value)) add(secret)
    if (URL_FIELDS.has(key) && typeof value === 'string') for (const secret of secretsInUrl(value)) add(secret)
  })
  return [...found]
}

/** The header values, and the credentials after an authentication scheme. */
function secretsInHeaders(headers: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    if (typeof value !== 'string' || PUBLIC_HEADERS.has(name.toLowerCase())) return []
    return [value, value.replace(SCHEME, '')]
  })
}

/** User info, and query parameters and path segments that are named or look like keys. */
function secretsInUrl(text: string): string[] {
  const url = URL.parse(text)
  if (url === null) return []
  const user = [url.username, url.password].map(decoded)
  const parameters = [...url.searchParams].flatMap(([name, value]) =>
    SECRET_PARAMETER.test(name) || isToken(value) ? [value] : [],
  )
  return [...user, ...parameters, ...url.pathname.split('/').map(decoded).filter(isToken)]
}

/** Long, with letters and digits mixed: not an ordinary word. */
function isToken(text: string): boolean {
  return text.length >= TOKEN_LENGTH && /\d/.test(text) && /[A-Za-z]/.test(text)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function walkObjects(root: unknown, visit: (key: string, value: unknown) => void): void {
  const open: unknown[] = [root]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue
    for (const [key, value] of Object.entries(one)) {
      visit(key, value)
      if (value !== undefined) open.push(value)
    }
  }
}
