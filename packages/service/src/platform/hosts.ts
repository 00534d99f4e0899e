/** Which names a request may be for. A page of a stranger whose name points at 127.0.0.1 must not reach the service. */

/** The name in a Host header, an address to listen on or a setting: lower case, without port and brackets. */
export function hostName(host: string): string {
  const bracketed = /^\[([^\]]*)\](?::\d*)?$/.exec(host)?.[1]
  const isBareIpv6 = host.indexOf(':') !== host.lastIndexOf(':')
  // Only a port is left out: whatever else stands behind a name makes it another one.
  return (bracketed ?? (isBareIpv6 ? host : host.replace(/:\d*$/, ''))).toLowerCase()
}

/** Whether a request has several Host headers; Node drops all but the first, a proxy may use another. */
export function hasTwoHosts(rawHeaders: readonly string[]): boolean {
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

/**
 * The rule for the Host header, or undefined where none is needed: a service that listens beyond loopback is reached
 * under names that it cannot know, and is protected by its credentials.
 */
export function hostRule(listensOn: string, allowed: readonly string[]): ((host: string) => boolean) | undefined {
  if (!isLoopback(listensOn) && allowed.length === 0) return undefined
  const names = new Set(allowed.map(hostName))
  // Nearly every request is for the same host, so the last one that was fine is not looked at again.
  let known: string | undefined
  return (host) => {
    if (host === known) return true
    const isAllowed = isLoopback(host) || names.has(hostName(host))
    if (isAllowed) known = host
    return isAllowed
  }
}
