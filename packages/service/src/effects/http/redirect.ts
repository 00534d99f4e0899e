/** What is asked next when an answer says "elsewhere". */
import { type HttpAnswer, NodeFailure } from '@millrace/model'
import type { Outgoing } from './outgoing.ts'

const KEEP_METHOD = new Set([307, 308])
const MAY_BECOME_GET = new Set([301, 302, 303])

/** What describes a body, and goes when it goes. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-language', 'content-location']

/**
 * What another origin may be told: what is wanted and what is sent. Everything else stays behind, because a secret may
 * stand in any header, not only in those that are made for it.
 */
const HEADERS_FOR_OTHERS = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'user-agent'],
  ...['if-none-match', 'if-modified-since', 'range', 'idempotency-key', 'x-attempt', ...BODY_HEADERS],
])

type Head = Pick<HttpAnswer, 'status' | 'headers'>

/** Whether an answer says "elsewhere" and also where. */
export function isRedirect({ status, headers }: Head): boolean {
  return headers.location !== undefined && (KEEP_METHOD.has(status) || MAY_BECOME_GET.has(status))
}

/** The request that a redirect asks for; undefined if the answer is none. */
export function redirected(outgoing: Outgoing, { status, headers }: Head): Outgoing | undefined {
  const keepsMethod = KEEP_METHOD.has(status)
  const target = headers.location
  if (target === undefined || !isRedirect({ status, headers })) return undefined
  const url = URL.parse(target, outgoing.url.href)
  if (url === null)
    throw new NodeFailure('UPSTREAM_FAILED', `${outgoing.url.host} redirects to something that is no URL.`)
  // Credentials that the other side wrote into its redirect are not ours to send.
  url.username = ''
  url.password = ''
  const becomesGet = !keepsMethod && turnsIntoGet(status, outgoing.method)
  const kept = Object.entries(outgoing.headers)
    .filter(([name]) => url.origin === outgoing.url.origin || HEADERS_FOR_OTHERS.has(name))
    .filter(([name]) => !(becomesGet && BODY_HEADERS.includes(name)))
  return {
    url,
    method: becomesGet ? 'GET' : outgoing.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : outgoing.body,
  }
}

/** As browsers do: 303 always asks with GET, 301 and 302 only instead of POST; HEAD stays what it is. */
function turnsIntoGet(status: number, method: string): boolean {
  return status === 303 ? method !== 'GET' && method !== 'HEAD' : method === 'POST'
}
