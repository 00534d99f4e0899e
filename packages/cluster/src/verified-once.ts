/**
 * Verifies the signatures of Restate's requests. Restate signs the path and the second, so the requests of one second have the
 * same signature. One that was verified a moment ago is not verified again: that takes longer than to begin the request.
 */
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { EXECUTION_SERVICE } from './service-name.ts'

export type Handle = (request: Http2ServerRequest, response: Http2ServerResponse) => void

/** Signatures are valid for longer. */
const KNOWN_MS = 1_000
/** The SDK answers other paths, such as that of health checks, without a look at the signature. */
const SIGNED_PATH = `/invoke/${EXECUTION_SERVICE}/drive`

export interface Handlers {
  /** Answers requests without a valid signature with 401. */
  readonly verify: Handle
  /** Verifies nothing. */
  readonly trust: Handle
  readonly now: () => number
}

export function verifiedOnce({ verify, trust, now }: Handlers): Handle {
  let known: string | undefined
  let since = 0
  return (request, response) => {
    const signature = signatureOf(request)
    // The clock may have been set back.
    const isRecent = now() >= since && now() < since + KNOWN_MS
    if (signature !== undefined && signature === known && isRecent) return trust(request, response)
    verify(request, response)
    if (signature === undefined || !response.headersSent || response.statusCode !== 200) return
    known = signature
    since = now()
  }
}

/** Everything that the verification depends on; undefined if it cannot be remembered. */
function signatureOf({ url, headers }: Http2ServerRequest): string | undefined {
  if (!url.endsWith(SIGNED_PATH)) return undefined
  const { 'x-restate-signature-scheme': scheme, 'x-restate-jwt-v1': token } = headers
  return typeof scheme === 'string' && typeof token === 'string' ? `${url} ${scheme} ${token}` : undefined
}
