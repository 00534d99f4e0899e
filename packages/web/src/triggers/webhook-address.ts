/** The addresses of a webhook and a command that calls them. Pure. */
import type { TestCall } from './test-call.ts'

export interface WebhookSettings {
  readonly path: string
  readonly method: string
  readonly auth: string
}

/** The settings of a webhook node; undefined while its path is missing or not valid. */
export function webhookSettings(config: Readonly<Record<string, unknown>>): WebhookSettings | undefined {
  const path = typeof config.path === 'string' ? config.path.replace(/\/+$/, '') : ''
  if (!/^[A-Za-z0-9][A-Za-z0-9/_-]*$/.test(path)) return undefined
  return { path, method: textOf(config.method, 'POST'), auth: textOf(config.auth, 'none') }
}

function textOf(value: unknown, fallback: string): string {
  return typeof value === 'string' && value !== '' ? value : fallback
}

/** `baseUrl` may be relative to the page. */
export function addressesOf({ path }: WebhookSettings, baseUrl: string, page: string): { test: string; live: string } {
  const base = new URL(baseUrl, page).href.replace(/\/+$/, '')
  return { test: `${base}/hooks-test/${path}`, live: `${base}/hooks/${path}` }
}

const SAMPLE_BODY = { hello: 'world' }

/** A curl command with the authentication that the node demands. The secret is a variable: it is never shown. */
export function curlOf(address: string, { method, auth }: WebhookSettings, call: TestCall | undefined): string {
  const used = method === 'ANY' ? (call?.method ?? 'POST') : method
  const hasBody = used !== 'GET' && used !== 'DELETE'
  const value = call === undefined ? SAMPLE_BODY : call.body
  const isText = typeof value === 'string'
  const body = !hasBody || value === null ? '' : isText ? value : JSON.stringify(value)
  const query = call === undefined ? '' : queryText(call.query)
  const parts = ['curl', '-X', used, quoted(`${address}${query}`)]
  if (auth === 'token') parts.push('-H', '"X-API-Key: $WEBHOOK_SECRET"')
  if (auth === 'hmac') {
    const digest = `printf %s ${quoted(body)} | openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d" " -f1`
    parts.push('-H', `"X-Signature: sha256=$(${digest})"`)
  }
  for (const [name, text] of Object.entries(call?.headers ?? {})) {
    if (!OWN_HEADERS.has(name.toLowerCase())) parts.push('-H', quoted(`${name}: ${String(text)}`))
  }
  if (body !== '') {
    parts.push('-H', quoted(`Content-Type: ${isText ? 'text/plain' : 'application/json'}`), '--data-raw', quoted(body))
  }
  return parts.join(' ')
}

/** Headers that curl sends by itself or that are added above. */
const OWN_HEADERS = new Set([
  'host',
  'content-length',
  'content-type',
  'connection',
  'accept',
  'user-agent',
  'accept-encoding',
])

function queryText(query: TestCall['query']): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => [value].flat().map((one) => [name, String(one)]))
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`
}

/** One argument of a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
