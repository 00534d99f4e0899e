/** Cross-origin requests: pages of listed origins may use the API with credentials; others get no CORS headers. */
import type { OutgoingHttpHeaders } from 'node:http'
import type { Exchange } from './exchange.ts'

const EXPOSED = [
  'ETag',
  'X-Total-Count',
  'X-Page-Size',
  'X-Page-Offset',
  'X-Search-Partial',
  'X-Request-Id',
  'Retry-After',
].join(', ')
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'].join(', ')
/** The last one is sent by the public editor. */
const ALLOWED = [
  'Content-Type',
  'Accept',
  'Authorization',
  'X-API-Key',
  'If-Match',
  'Last-Event-ID',
  'X-FlowDrop-Instance',
].join(', ')

const PREFLIGHT_HEADERS = {
  // Without it some browsers wait for a body.
  'content-length': '0',
  'access-control-allow-methods': METHODS,
  'access-control-allow-headers': ALLOWED,
  'access-control-max-age': '600',
} as const

/** Adds the CORS headers of a request; returns true if it was a preflight request, which is then complete. */
export type Cors = (exchange: Exchange) => boolean

/** CORS for the listed origins; undefined if there are none. */
export function createCors(origins: readonly string[]): Cors | undefined {
  if (origins.length === 0) return undefined
  const listed = new Set(origins)
  return (exchange) => {
    const { headers } = exchange
    // Caches must not serve the response for one origin to another, listed or not.
    headers.vary = 'Origin'
    const { origin } = exchange.request.headers
    if (origin === undefined || !listed.has(origin)) return false
    addHeaders(headers, origin)
    if (exchange.method !== 'OPTIONS') return false
    exchange.send({ status: 204, type: '', body: '', extras: { headers: PREFLIGHT_HEADERS } })
    return true
  }
}

function addHeaders(headers: OutgoingHttpHeaders, origin: string): void {
  headers['access-control-allow-origin'] = origin
  headers['access-control-allow-credentials'] = 'true'
  headers['access-control-expose-headers'] = EXPOSED
}
