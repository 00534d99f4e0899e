import { isLoopback } from '../platform/hosts.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

/**
 * Our origin, for a page of another origin; empty for our own pages and for programs, which resolve relative paths
 * themselves. A proxy that terminates TLS sets X-Forwarded-Proto; without it, a page loaded over HTTPS must have reached
 * us over HTTPS, unless we are on its own machine.
 */
export function originForOthers(headers: Headers): string {
  const { origin, host } = headers
  if (typeof origin !== 'string' || typeof host !== 'string' || !HOST.test(host)) return ''
  const page = URL.parse(origin)
  if (page === null || page.host === '' || page.host.toLowerCase() === host.toLowerCase()) return ''
  const forwarded = String(headers['x-forwarded-proto'] ?? '')
    .split(',')[0]
    ?.trim()
    .toLowerCase()
  const isSecure = forwarded === 'https' || (forwarded !== 'http' && page.protocol === 'https:' && !isLoopback(host))
  return `${isSecure ? 'https' : 'http'}://${host.toLowerCase()}`
}
