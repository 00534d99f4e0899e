/**
 * The cookie of a signed-in browser. A page's scripts never see it. Written and read here, without a library: its value
 * is base64url and nothing in it ever needs to be escaped.
 */

export const SESSION_COOKIE = 'millrace_session'

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The Set-Cookie header that signs in until a moment. */
export function sessionCookie(secret: string, expiresAt: number, headers: RequestHeaders): string {
  return `${SESSION_COOKIE}=${secret}; ${attributes(headers)}; Expires=${new Date(expiresAt).toUTCString()}`
}

/** The Set-Cookie header that signs out. */
export function endedCookie(headers: RequestHeaders): string {
  return `${SESSION_COOKIE}=; ${attributes(headers)}; Max-Age=0`
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

function attributes(headers: RequestHeaders): string {
  // We speak plain HTTP; a proxy in front says when the browser does not. Whoever forges it binds only their own cookie.
  const isTls = /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''))
  return `Path=/; HttpOnly; SameSite=Lax${isTls ? '; Secure' : ''}`
}
