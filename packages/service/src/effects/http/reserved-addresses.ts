/**
 * Addresses that a workflow must not reach unless the operator allows them: everything that is not a public host.
 *
 * For IPv4 this lists the closed ranges. For IPv6 only 2000::/3 is assigned to hosts, so all other addresses are closed,
 * and within it the ranges that embed an IPv4 address, which would bypass the first list.
 */
import { type IpAddress, type IpRange, ipRange, isWithin } from './ip-address.ts'

const CLOSED_IPV4: Readonly<Record<string, string>> = {
  '0.0.0.0/8': 'an unspecified address',
  '10.0.0.0/8': 'a private address',
  '100.64.0.0/10': 'a carrier-grade NAT address',
  '127.0.0.0/8': 'a loopback address',
  '168.63.129.16/32': 'a metadata address',
  '169.254.0.0/16': 'a link-local or metadata address',
  '172.16.0.0/12': 'a private address',
  '192.0.0.0/24': 'a reserved address',
  '192.0.2.0/24': 'a reserved address',
  '192.88.99.0/24': 'a reserved address',
  '192.168.0.0/16': 'a private address',
  '198.18.0.0/15': 'a reserved address',
  '198.51.100.0/24': 'a reserved address',
  '203.0.113.0/24': 'a reserved address',
  '224.0.0.0/4': 'a multicast address',
  '240.0.0.0/4': 'a reserved address',
}

/** Specific ranges come first so that messages name them; every row is closed. */
const CLOSED_IPV6: Readonly<Record<string, string>> = {
  '::/128': 'an unspecified address',
  '::1/128': 'a loopback address',
  '::ffff:0:0/96': 'an IPv4 address embedded in an IPv6 address',
  '::/96': 'an IPv4 address embedded in an IPv6 address',
  '64:ff9b::/96': 'an IPv4 address embedded in an IPv6 address',
  '64:ff9b:1::/48': 'an IPv4 address embedded in an IPv6 address',
  '2001::/32': 'an IPv4 address embedded in an IPv6 address',
  '2002::/16': 'an IPv4 address embedded in an IPv6 address',
  '2001::/23': 'a reserved address',
  '2001:db8::/32': 'a reserved address',
  '3fff::/20': 'a reserved address',
  'fd00:ec2::254/128': 'a metadata address',
  'fc00::/7': 'a private address',
  'fe80::/10': 'a link-local address',
  'fec0::/10': 'a private address',
  'ff00::/8': 'a multicast address',
}

interface Ranges {
  readonly closed: readonly { readonly range: IpRange; readonly what: string }[]
  readonly openIpv6: IpRange | undefined
}

/** Parsed on first use, so that it does not delay the start. */
let cachedRanges: Ranges | undefined

function ranges(): Ranges {
  const closed = Object.entries({ ...CLOSED_IPV4, ...CLOSED_IPV6 }).flatMap(([text, what]) => {
    const range = ipRange(text)
    return range === undefined ? [] : [{ range, what }]
  })
  return { closed, openIpv6: ipRange('2000::/3') }
}

/** The kind of a closed address; undefined for a public one. */
export function closedAddress(address: IpAddress): string | undefined {
  cachedRanges ??= ranges()
  const { closed, openIpv6 } = cachedRanges
  const found = closed.find(({ range }) => isWithin(address, range))
  if (found !== undefined) return found.what
  const isOpen = address.length === 4 || (openIpv6 !== undefined && isWithin(address, openIpv6))
  return isOpen ? undefined : 'a reserved address'
}
