/**
 * CSRF protection. A browser adds our cookie to requests of any page, so a write with the cookie must come from a page of
 * ours or of a listed origin. The checked headers cannot be set by pages.
 */
import { Problem } from '@millrace/model'
import type { Config } from '../platform/config.ts'
import { hostName } from '../platform/hosts.ts'

export interface Provenance {
  readonly origin?: string | undefined
  /** The Sec-Fetch-Site header. */
  readonly fetchSite?: string | undefined
  readonly host?: string | undefined
}

/** `own`: a page of ours or of a listed origin. `foreign`: another page. `unknown`: no header, as from programs. */
export function provenanceOf(
  { origin, fetchSite, host }: Provenance,
  listed: readonly string[],
): 'own' | 'foreign' | 'unknown' {
  if (origin !== undefined && listed.includes(origin)) return 'own'
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none' ? 'own' : 'foreign'
  if (origin === undefined) return 'unknown'
  // Do not compare the scheme: behind a proxy that terminates TLS it differs.
  const asked = URL.parse(origin)?.host
  return asked !== undefined && host !== undefined && sameHost(asked, host) ? 'own' : 'foreign'
}

/** The origins whose pages may write with the cookie: the public one, and the listed ones. */
export function ownOrigins({ corsOrigin, publicUrl }: Pick<Config, 'corsOrigin' | 'publicUrl'>): readonly string[] {
  return publicUrl === undefined ? corsOrigin : [publicUrl.origin, ...corsOrigin]
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The provenance of a request from its headers. */
export function provenanceOfHeaders(
  headers: RequestHeaders,
  listed: readonly string[],
): ReturnType<typeof provenanceOf> {
  const { origin, host, 'sec-fetch-site': fetchSite } = headers
  const texts = { origin: textOf(origin), host: textOf(host), fetchSite: textOf(fetchSite) || undefined }
  return provenanceOf(texts, listed)
}

/** Throws for a request of another site, which must not sign a browser in as a caller of its choice. */
export function requireOwnPage(headers: RequestHeaders, config: Pick<Config, 'corsOrigin' | 'publicUrl'>): void {
  if (provenanceOfHeaders(headers, ownOrigins(config)) !== 'foreign') return
  throw new Problem('FORBIDDEN', { message: 'Pages of other sites may not sign in here.' })
}

function textOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header)
}

function sameHost(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() && hostName(a) !== ''
}
