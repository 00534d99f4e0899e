/**
 * The egress policy: which hosts nodes may call. It is checked for a URL before anything is sent, and for every address
 * when a socket is about to connect. The resolved address is the one that is connected to, so DNS rebinding does not
 * bypass the policy.
 */
import { promises as dns, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { NodeFailure } from '@millrace/model'
import { type IpRange, ipAddress, ipRange, isWithin } from './ip-address.ts'
import { noProxy, type OutgoingProxy } from './outgoing-proxy.ts'
import { closedAddress } from './reserved-addresses.ts'

export interface Egress {
  /** Throws EGRESS_DENIED for a URL that may not be called, whichever address its name has. */
  check(url: URL): void
  /** Throws EGRESS_DENIED for a closed address; names are checked in `lookupFor`. */
  checkHost(host: string, port: number): void
  /** The lookup of a socket to this port: returns the addresses of a name that may be connected to. */
  lookupFor(port: number): LookupFunction
  /** Resolves a host and throws EGRESS_DENIED if none of its addresses may be connected to; for a call by a proxy. */
  checkAddresses(host: string, port: number): Promise<void>
  /** The proxy for a URL; undefined for a direct connection. */
  readonly proxyFor: OutgoingProxy
  /** The same policy that also allows the host and port of one URL: for an address that the operator has configured. */
  opened(url: URL): Egress
}

export type Resolve = (host: string) => Promise<readonly LookupAddress[]>

interface EgressOptions {
  readonly resolve: Resolve
  readonly proxyFor: OutgoingProxy
}

/** One entry of the allow-list. Without a port it applies to all ports. */
interface Allowed {
  readonly port: number | undefined
  readonly range: IpRange | undefined
  /** A name, or `.domain` for all names below it. */
  readonly name: string | undefined
}

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/**
 * `allow` lists exceptions: `host`, `*.domain`, an address or a CIDR, each with an optional `:port` (IPv6 addresses in
 * brackets then). Throws for any other entry; the message contains it.
 */
export function createEgress(
  allow: readonly string[],
  resolve: Resolve = resolveByDns,
  proxyFor: OutgoingProxy = noProxy,
): Egress {
  return egressOf(allow.map(allowedOf), { resolve, proxyFor })
}

function egressOf(allowed: readonly Allowed[], options: EgressOptions): Egress {
  const { resolve, proxyFor } = options
  function isNameAllowed(host: string, port: number): boolean {
    return allowed.some(
      ({ name, port: only }) =>
        name !== undefined &&
        (only === undefined || only === port) &&
        (name.startsWith('.') ? host.endsWith(name) : host === name),
    )
  }

  /** Why an address may not be connected to; undefined if it may. */
  function objection(text: string, port: number): string | undefined {
    const address = ipAddress(text)
    if (address === undefined) return 'not an address'
    const isAllowed = allowed.some(
      ({ range, port: only }) =>
        range !== undefined && (only === undefined || only === port) && isWithin(address, range),
    )
    return isAllowed ? undefined : closedAddress(address)
  }

  function checkHost(host: string, port: number): void {
    const name = plainHost(host)
    const problem = isIP(name) === 0 ? undefined : objection(name, port)
    if (problem !== undefined) throw denied(`${name} is ${problem}`, name, port)
  }

  async function reachable(host: string, port: number): Promise<LookupAddress[]> {
    const name = plainHost(host)
    const found = await resolve(name)
    if (isNameAllowed(name, port)) return [...found]
    const open = found.filter(({ address }) => objection(address, port) === undefined)
    const [first] = found
    // The message does not contain the address: the author of the workflow must not learn about the network.
    if (open.length === 0 && first) throw denied(`${name} resolves to ${objection(first.address, port)}`, name, port)
    return open
  }

  return {
    check(url) {
      const port = DEFAULT_PORTS[url.protocol]
      if (port === undefined)
        throw new NodeFailure('EGRESS_DENIED', `Not allowed to call: ${url.protocol} is not http: or https:.`)
      checkHost(url.hostname, url.port === '' ? port : Number(url.port))
    },
    checkHost,
    lookupFor: (port) => (host, options, callback) => {
      reachable(host, port).then(
        (addresses) => {
          const [first] = addresses
          if (first === undefined) callback(notFound(host), '')
          else if (options.all === true) callback(null, addresses)
          else callback(null, first.address, first.family)
        },
        (error: NodeJS.ErrnoException) => callback(error, ''),
      )
    },
    opened: (url) => egressOf([...allowed, exactly(url)], options),
    proxyFor,
    async checkAddresses(host, port) {
      if ((await reachable(host, port)).length === 0) throw notFound(host)
    },
  }
}

/** Allows only the host and port of a URL. */
function exactly(url: URL): Allowed {
  const host = plainHost(url.hostname)
  const range = ipRange(host)
  const port = url.port === '' ? DEFAULT_PORTS[url.protocol] : Number(url.port)
  return { port: port ?? 0, range, name: range === undefined ? host : undefined }
}

function resolveByDns(host: string): Promise<LookupAddress[]> {
  return dns.lookup(host, { all: true, order: 'verbatim' })
}

/** Normalises a host for comparison: no brackets, lower case, no trailing dot. */
function plainHost(host: string): string {
  return host
    .replace(/^\[(.*)\]$/, '$1')
    .toLowerCase()
    .replace(/\.$/, '')
}

function allowedOf(entry: string): Allowed {
  const text = entry.trim().toLowerCase()
  // A bare IPv6 address or range contains colons; only one in brackets can have a port.
  const isBare = ipRange(text) !== undefined
  const match = isBare ? null : /^(?:\[([^\]]+)\]|([^:]+))(?::(\d{1,5}))?$/.exec(text)
  const host = isBare ? text : (match?.[1] ?? match?.[2] ?? '')
  const port = match?.[3] === undefined ? undefined : Number(match[3])
  const range = ipRange(host)
  const isName = match?.[1] === undefined && /^(?:\*\.)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?$/.test(host)
  if ((range === undefined && !isName) || (port !== undefined && (port < 1 || port > 65_535))) {
    throw new Error(`"${entry}" must be a host, *.domain, address or CIDR, with an optional port`)
  }
  return { port, range, name: range === undefined ? plainHost(host.replace(/^\*/, '')) : undefined }
}

function denied(what: string, host: string, port: number): NodeFailure {
  const entry = `${host.includes(':') ? `[${host}]` : host}:${port}`
  const help = `To allow it, the operator of this service starts it with --egress-allow ${entry}.`
  return new NodeFailure('EGRESS_DENIED', `Not allowed to call: ${what}. ${help}`)
}

function notFound(host: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${host} has no address`), { code: 'ENOTFOUND' })
}
