/** IP addresses and ranges as bytes, so that all spellings of an address are equal. */
import { isIPv4, isIPv6 } from 'node:net'

/** 4 bytes for IPv4, 16 for IPv6. */
export type IpAddress = Uint8Array

export interface IpRange {
  readonly address: IpAddress
  /** The length of the prefix. */
  readonly bits: number
}

/** Parses an address without brackets; undefined if it is invalid. */
export function ipAddress(text: string): IpAddress | undefined {
  if (isIPv4(text)) return Uint8Array.from(text.split('.').map(Number))
  if (!isIPv6(text)) return undefined
  // A zone (`fe80::1%eth0`) selects the interface and is not part of the address.
  return ipv6Bytes(text.replace(/%.*$/, ''))
}

/** Parses `10.0.0.0/8` or a single address. */
export function ipRange(text: string): IpRange | undefined {
  const [written = '', bitsText, ...rest] = text.split('/')
  const address = ipAddress(written)
  if (address === undefined || rest.length > 0) return undefined
  const most = address.length * 8
  const bits = bitsText === undefined ? most : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN
  return bits <= most ? { address, bits } : undefined
}

/** Whether an address is in a range. IPv4 and IPv6 never match: `::ffff:10.0.0.1` is not in `10.0.0.0/8`. */
export function isWithin(address: IpAddress, range: IpRange): boolean {
  if (address.length !== range.address.length) return false
  const whole = range.bits >> 3
  for (let at = 0; at < whole; at++) if (address[at] !== range.address[at]) return false
  const mask = 0xff << (8 - (range.bits & 7))
  return (range.bits & 7) === 0 || ((address[whole] ?? 0) & mask) === ((range.address[whole] ?? 0) & mask)
}

function ipv6Bytes(text: string): IpAddress {
  const [left = '', right] = withoutDots(text).split('::')
  const before = groupsOf(left)
  const after = groupsOf(right ?? '')
  const zeros = right === undefined ? [] : Array<number>(8 - before.length - after.length).fill(0)
  return Uint8Array.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 0xff]))
}

function groupsOf(text: string): number[] {
  return text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16))
}

/** Writes the IPv4 part of `::ffff:10.0.0.1` as two hexadecimal groups. */
function withoutDots(text: string): string {
  const start = text.lastIndexOf(':') + 1
  const ipv4 = text.slice(start)
  if (!isIPv4(ipv4)) return text
  const [a = 0, b = 0, c = 0, d = 0] = ipv4.split('.').map(Number)
  return `${text.slice(0, start)}${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
}
