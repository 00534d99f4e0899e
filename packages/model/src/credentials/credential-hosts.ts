/**
 * The hosts that a credential may be sent to: `host` or `*.domain`, with an optional `:port`. Without a scheme only over
 * https; `http://host` also allows unencrypted calls of that host.
 */

/** One host, as a pattern of JSON Schema. */
export const HOST_PATTERN =
  '^(?:https?://)?(?:\\*\\.)?(?:[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?(?:\\.[A-Za-z0-9_](?:[A-Za-z0-9_-]*[A-Za-z0-9_])?)*|\\[[0-9A-Fa-f:.]+\\])(?::[0-9]{1,5})?$'

const PARTS = /^(?:(https?):\/\/)?(\*\.)?(\[[^\]]+\]|[^:]+)(?::(\d+))?$/
const DEFAULT_PORTS: Readonly<Record<string, string>> = { 'http:': '80', 'https:': '443' }

/** Whether a credential that is bound to these hosts may be sent to a URL. */
export function isHostNamed(url: URL, hosts: readonly string[]): boolean {
  return hosts.some((entry) => fits(url, entry))
}

function fits(url: URL, entry: string): boolean {
  const match = PARTS.exec(entry.trim().toLowerCase())
  const [, scheme = 'https', wildcard, host = '', port] = match ?? []
  if (match === null || (url.protocol !== 'https:' && url.protocol !== `${scheme}:`)) return false
  // Without a port: that of the scheme, so that a service on another port of the host gets nothing.
  if ((url.port || DEFAULT_PORTS[url.protocol]) !== (port ?? DEFAULT_PORTS[url.protocol])) return false
  const name = url.hostname.replace(/\.$/, '')
  return wildcard === undefined ? name === host : name.endsWith(`.${host}`)
}
