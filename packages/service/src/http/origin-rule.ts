/**
 * CSRF protection. A browser adds our cookie to requests of any page, so a write with the cookie must come from a page of
 * ours or of a listed origin. The checked headers cannot be set by pages.
 */
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

function textOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header)
}

function sameHost(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase() && hostName(a) !== ''
}
