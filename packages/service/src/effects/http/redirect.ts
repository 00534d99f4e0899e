/** Builds the next request after a redirect. */
import { type HttpAnswer, NodeFailure } from '@millrace/model'
import type { Outgoing } from './outgoing.ts'

const KEEP_METHOD = new Set([307, 308])
const MAY_BECOME_GET = new Set([301, 302, 303])

/** Headers that describe the body; dropped together with it. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'content-language', 'content-location']

/**
 * Headers that another origin may get. All others are dropped: a secret may be in any header, not only in those meant
 * for secrets.
 */
const HEADERS_FOR_OTHER_ORIGINS = new Set([
  ...['accept', 'accept-charset', 'accept-encoding', 'accept-language', 'cache-control', 'user-agent'],
  ...['if-none-match', 'if-modified-since', 'range', 'idempotency-key', 'x-attempt', ...BODY_HEADERS],
])

type Head = Pick<HttpAnswer, 'status' | 'headers'>

/** Whether a response is a redirect with a location. */
export function isRedirect({ status, headers }: Head): boolean {
  return headers.location !== undefined && (KEEP_METHOD.has(status) || MAY_BECOME_GET.has(status))
}

/** The request that follows a redirect; undefined if the response is not a redirect. */
export function redirected(outgoing: Outgoing, { status, headers }: Head): Outgoing | undefined {
  const keepsMethod = KEEP_METHOD.has(status)
  const target = headers.location
  if (target === undefined || !isRedirect({ status, headers })) return undefined
  const url = URL.parse(target, outgoing.url.href)
  if (url === null) throw new NodeFailure('UPSTREAM_FAILED', `${outgoing.url.host} redirects to an invalid URL.`)
  // Do not send credentials that the server wrote into its redirect.
  url.username = ''
  url.password = ''
  const becomesGet = !keepsMethod && turnsIntoGet(status, outgoing.method)
  const kept = Object.entries(outgoing.headers)
    .filter(([name]) => url.origin === outgoing.url.origin || HEADERS_FOR_OTHER_ORIGINS.has(name))
    .filter(([name]) => !(becomesGet && BODY_HEADERS.includes(name)))
  return {
    url,
    method: becomesGet ? 'GET' : outgoing.method,
    headers: Object.fromEntries(kept),
    body: becomesGet ? undefined : outgoing.body,
  }
}

/** As browsers do: 303 becomes GET, 301 and 302 only for POST; HEAD is kept. */
function turnsIntoGet(status: number, method: string): boolean {
  return status === 303 ? method !== 'GET' && method !== 'HEAD' : method === 'POST'
}
