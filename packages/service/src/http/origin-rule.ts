/**
 * A browser sends our cookie along whoever asks it to, so a write that leans on the cookie must come from a page of
 * ours or of a listed origin. Headers that a page cannot set say where a request comes from.
 */
import { hostName } from '../platform/hosts.ts'

export interface Provenance {
  readonly origin?: string | undefined
  /** The Sec-Fetch-Site header. */
  readonly fetchSite?: string | undefined
  readonly host?: string | undefined
}

/** `own`: a page of ours or of a listed origin. `foreign`: another page. `unknown`: not said, as by a program. */
export function provenanceOf(
  { origin, fetchSite, host }: Provenance,
  listed: readonly string[],
): 'own' | 'foreign' | 'unknown' {
  if (origin !== undefined && listed.includes(origin)) return 'own'
  if (fetchSite !== undefined) return fetchSite === 'same-origin' || fetchSite === 'none' ? 'own' : 'foreign'
  if (origin === undefined) return 'unknown'
  // Behind a proxy that ends TLS the scheme differs and the host does not, so the scheme is not compared.
  const asked = URL.parse(origin)?.host
  return asked !== undefined && host !== undefined && sameHost(asked, host) ? 'own' : 'foreign'
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

/** The provenance of a request by its headers. */
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
