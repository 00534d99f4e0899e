/** The addresses under which clients reach the service; a proxy may serve it below a path of another host. */

/** The value of `--public-url`. */
export interface PublicUrl {
  /** Scheme, host and port. */
  readonly origin: string
  /** Without a trailing slash; empty at the root of the host. */
  readonly path: string
}

interface Addressed {
  readonly publicUrl?: PublicUrl | undefined
  readonly basePath: string
}

/** The path before every address that the service returns; empty at the root of a host. */
export function pathPrefix({ publicUrl }: Pick<Addressed, 'publicUrl'>): string {
  return publicUrl?.path ?? ''
}

const HOST = /^(?:[\w.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** The address of the page without a trailing slash. Without `--public-url`, the one that the client of the request uses. */
export function publicAddress(headers: Headers, { publicUrl }: Pick<Addressed, 'publicUrl'>): string {
  if (publicUrl !== undefined) return publicUrl.origin + publicUrl.path
  const host = String(headers.host ?? '')
  const isTls = /^https\b/i.test(String(headers['x-forwarded-proto'] ?? ''))
  return `${isTls ? 'https' : 'http'}://${HOST.test(host) ? host : 'localhost'}`
}

/** The path of the API as clients see it. */
export function apiPath(config: Addressed): string {
  return pathPrefix(config) + config.basePath
}

/** Removes the prefix from a request target: some proxies keep it, others strip it. */
export function withoutPrefix(target: string, prefix: string): string {
  if (prefix === '') return target
  const [, host = '', rest = ''] = /^(https?:\/\/[^/?#]*)?(.*)$/is.exec(target) ?? []
  if (!rest.startsWith(prefix) || !/^([/?#]|$)/.test(rest.slice(prefix.length))) return target
  const path = rest.slice(prefix.length)
  return host + (path.startsWith('/') ? path : `/${path}`)
}

/** A route at the start of the prefix, whose requests could not be distinguished from prefixed ones; undefined if there is none. */
export function routeAtPrefix(prefix: string, urls: Iterable<string>): string | undefined {
  if (prefix === '') return undefined
  for (const url of urls) if (withoutPrefix(url, prefix) !== url) return url
  return undefined
}
