/**
 * What a proxy reports about its client: the address, and the id of the request. Only proxies in `--trust-proxy` are believed,
 * because every client can send the same headers.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import type { AddressRanges } from '../platform/address-ranges.ts'

export interface ClientFacts {
  /** The address of the client. */
  readonly from: string
  /** Undefined if no trusted proxy has sent one. */
  readonly requestId: string | undefined
}

/** Other ids could forge log lines. */
const REQUEST_ID = /^[\w.:/+=-]{1,128}$/

export function clientFacts({ socket, headers }: IncomingMessage, trusted: AddressRanges): ClientFacts {
  const direct = plainAddress(socket.remoteAddress ?? '')
  if (trusted.isEmpty || !trusted.has(direct)) return { from: direct, requestId: undefined }
  const id = headers['x-request-id']
  return {
    from: clientBehind(direct, String(headers['x-forwarded-for'] ?? ''), trusted),
    requestId: typeof id === 'string' && REQUEST_ID.test(id) ? id : undefined,
  }
}

/**
 * Every proxy appends the address that it was called from. Read from the right, the first address that is not a trusted
 * proxy is the client; addresses to the left of it were sent by the client itself.
 */
function clientBehind(direct: string, forwarded: string, trusted: AddressRanges): string {
  let client = direct
  for (const hop of forwarded.split(',').toReversed()) {
    const address = plainAddress(hop.trim())
    if (isIP(address) === 0) return client
    client = address
    if (!trusted.has(address)) return client
  }
  return client
}

/** Without brackets and port, and an IPv4 address in the form of IPv6 as IPv4. */
function plainAddress(text: string): string {
  // An IPv4 address, as most proxies and clients have it.
  if (!text.includes(':') && !text.startsWith('[')) return text
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? text.replace(/^([\d.]+):\d+$/, '$1')
  return bare.replace(/^::ffff:(?=[\d.]+$)/i, '')
}
