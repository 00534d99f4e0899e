/** Checks the Host header, so that a foreign page whose host name resolves to 127.0.0.1 cannot reach the service. */
import type { PublicUrl } from './public-address.ts'

/** The host name in a Host header, listen address or setting: lower case, without port and brackets. */
export function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1]
  const isBareIpv6 = host.indexOf(':') !== host.lastIndexOf(':')
  // Remove only a port: any other suffix makes it a different name.
  return (bracketed ?? (isBareIpv6 ? host : host.replace(/:\d*$/, ''))).toLowerCase()
}

/** Whether a request has several Host headers; Node drops all but the first, a proxy may use another. */
export function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let count = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count > 1
}

/** Whether an address or name reaches this machine only. */
export function isLoopback(host: string): boolean {
  const name = hostName(host)
  return name === '::1' || name === 'localhost' || name.endsWith('.localhost') || /^127(\.\d{1,3}){3}$/.test(name)
}

interface HostSettings {
  /** The address that the service listens on. */
  readonly host: string
  readonly allowedHost: readonly string[]
  readonly publicUrl?: PublicUrl | undefined
}

/**
 * The check of the Host header; undefined if there is none. A service that listens beyond loopback is reached under
 * names that it cannot know, and is protected by authentication.
 */
export function hostRule({
  host: listensOn,
  allowedHost,
  publicUrl,
}: HostSettings): ((host: string) => boolean) | undefined {
  if (!isLoopback(listensOn) && allowedHost.length === 0) return undefined
  const ownHost = publicUrl === undefined ? [] : [new URL(publicUrl.origin).host]
  const names = new Set([...allowedHost, ...ownHost].map(hostName))
  // Cache the last accepted host: nearly every request has the same one.
  let known: string | undefined
  return (host) => {
    if (host === known) return true
    const isAllowed = isLoopback(host) || names.has(hostName(host))
    if (isAllowed) known = host
    return isAllowed
  }
}
