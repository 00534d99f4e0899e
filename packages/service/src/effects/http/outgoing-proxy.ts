/**
 * The proxy through which nodes reach the network (HTTP_PROXY, HTTPS_PROXY, NO_PROXY). Node's agents speak with it: they
 * open a tunnel for https, so that the proxy cannot read the request, and send http requests to the proxy itself.
 */
import { Agent, type AgentOptions } from 'node:http'
import { isLoopback } from '../../platform/hosts.ts'
import { type IpRange, ipAddress, ipRange, isWithin } from './ip-address.ts'
import { portOf } from './outgoing.ts'

export interface ProxySettings {
  /** For `http:` addresses. */
  readonly httpProxy?: string | undefined
  /** For `https:` addresses. */
  readonly httpsProxy?: string | undefined
  readonly noProxy: readonly string[]
}

/** The agent for the proxy of a URL; undefined if the service connects to it itself. */
export type OutgoingProxy = (url: URL) => Agent | undefined

export const noProxy: OutgoingProxy = () => undefined

export function outgoingProxy({ httpProxy, httpsProxy, noProxy: excepted }: ProxySettings): OutgoingProxy {
  const exceptions = excepted.map(exceptionOf)
  const agents = {
    // A connection for each request: the next one may be of another workflow.
    'http:': httpProxy === undefined ? undefined : new Agent({ ...ALONE, proxyEnv: { HTTP_PROXY: httpProxy } }),
    'https:': httpsProxy === undefined ? undefined : overTls({ ...ALONE, proxyEnv: { HTTPS_PROXY: httpsProxy } }),
  }
  return (url) => {
    const host = url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
    if (isLoopback(host) || exceptions.some((matches) => matches(host, portOf(url)))) return undefined
    return agents[url.protocol as keyof typeof agents]
  }
}

const ALONE: AgentOptions = { keepAlive: false }

function overTls(options: AgentOptions): Agent {
  const https = process.getBuiltinModule('node:https')
  return new https.Agent(options)
}

type Exception = (host: string, port: number) => boolean

/** `*`, a host with all names below it, an address or a CIDR, each with an optional port; as curl reads NO_PROXY. */
function exceptionOf(entry: string): Exception {
  const { host = '', port } = /^(?<host>\[[^\]]*\]|[^:]*|.*:.*:.*?)(?::(?<port>\d+))?$/.exec(entry)?.groups ?? {}
  const name = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/^\*?\./, '')
    .toLowerCase()
  const range = ipRange(name)
  return (asked, askedPort) => {
    if (port !== undefined && Number(port) !== askedPort) return false
    if (name === '*') return true
    if (range !== undefined) return isInRange(asked, range)
    return asked === name || asked.endsWith(`.${name}`)
  }
}

function isInRange(host: string, range: IpRange): boolean {
  const address = ipAddress(host)
  return address !== undefined && isWithin(address, range)
}
