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

/** A shell command that calls the address as the node demands. The secret is a variable: it is never shown. */
export function curlOf(address: string, { method, auth }: WebhookSettings, call: TestCall | undefined): string {
  const used = method === 'ANY' ? (call?.method ?? 'POST') : method
  const hasBody = used !== 'GET' && used !== 'DELETE'
  const value = call === undefined ? SAMPLE_BODY : call.body
  const isText = typeof value === 'string'
  const body = !hasBody || value === null ? '' : isText ? value : JSON.stringify(value)
  const query = call === undefined ? '' : queryText(call.query)
  const { before = '', headers = [] } = AUTHENTICATION[auth]?.(quoted(body)) ?? {}
  const parts = [`${before}curl`, '-X', used, quoted(`${address}${query}`)]
  for (const header of headers) parts.push('-H', `"${header}"`)
  for (const [name, text] of Object.entries(call?.headers ?? {})) {
    if (!OWN_HEADERS.has(name.toLowerCase())) parts.push('-H', quoted(`${name}: ${String(text)}`))
  }
  if (body !== '') {
    parts.push('-H', quoted(`Content-Type: ${isText ? 'text/plain' : 'application/json'}`), '--data-raw', quoted(body))
  }
  return parts.join(' ')
}

interface Authentication {
  /** Commands before the call. */
  readonly before?: string
  readonly headers: readonly string[]
}

const HEX = 'openssl dgst -sha256 -hmac "$WEBHOOK_SECRET" -r | cut -d" " -f1'
const KEY_HEX = `printf %s "\${WEBHOOK_SECRET#whsec_}" | base64 -d | od -An -v -tx1 | tr -d " \\n"`
const NOW = 'T=$(date +%s); '

/** By `auth`: shell text for double quotes that authenticates a body, which is quoted for a shell. */
const AUTHENTICATION: Readonly<Record<string, (body: string) => Authentication>> = {
  token: () => ({ headers: ['X-API-Key: $WEBHOOK_SECRET'] }),
  hmac: (body) => ({ headers: [`X-Signature: sha256=$(printf %s ${body} | ${HEX})`] }),
  gitlab: () => ({ headers: ['X-Gitlab-Token: $WEBHOOK_SECRET'] }),
  slack: (body) => ({
    before: NOW,
    headers: ['X-Slack-Request-Timestamp: $T', `X-Slack-Signature: v0=$(printf %s "v0:$T:"${body} | ${HEX})`],
  }),
  stripe: (body) => ({
    before: NOW,
    headers: [`Stripe-Signature: t=$T,v1=$(printf %s "$T."${body} | ${HEX})`],
  }),
  standard: (body) => ({
    before: NOW,
    headers: [
      'Webhook-Id: test_$T',
      'Webhook-Timestamp: $T',
      `Webhook-Signature: v1,$(printf %s "test_$T.$T."${body} | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$(${KEY_HEX})" -binary | base64)`,
    ],
  }),
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
