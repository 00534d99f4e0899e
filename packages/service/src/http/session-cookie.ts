/**
 * The session cookie, which scripts of pages cannot read. It needs no library: its value is base64url, so nothing has to
 * be escaped.
 */
import { type PublicUrl, pathPrefix } from '../platform/public-address.ts'

export const SESSION_COOKIE = 'millrace_session'

/** A request that gets a cookie, and the public address of the service. */
interface CookieRequest {
  readonly headers: RequestHeaders
  readonly config: { readonly publicUrl?: PublicUrl | undefined }
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The Set-Cookie header that signs in until the given time. */
export function sessionCookie(secret: string, expiresAt: number, request: CookieRequest): string {
  return `${SESSION_COOKIE}=${secret}; ${attributes(request)}; Expires=${new Date(expiresAt).toUTCString()}`
}

/** The Set-Cookie header that signs out. */
export function endedCookie(request: CookieRequest): string {
  return `${SESSION_COOKIE}=; ${attributes(request)}; Max-Age=0`
}

/** The secret in the cookie of a request. */
export function sessionIn(headers: RequestHeaders): string | undefined {
  if (typeof headers.cookie !== 'string') return undefined
  for (const pair of headers.cookie.split(';')) {
    const cut = pair.indexOf('=')
    if (cut > 0 && pair.slice(0, cut).trim() === SESSION_COOKIE) return pair.slice(cut + 1).trim()
  }
  return undefined
}

function attributes({ headers, config }: CookieRequest): string {
  // We speak plain HTTP; a proxy reports TLS in this header. A client that forges it affects only its own cookie.
  const isTls =
    config.publicUrl?.origin.startsWith('https:') || /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''))
  return `Path=${pathPrefix(config) || '/'}; HttpOnly; SameSite=Lax${isTls ? '; Secure' : ''}`
}
