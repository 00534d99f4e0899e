/** Ranges of IP addresses in a setting. */
import { BlockList, isIP } from 'node:net'

export class AddressRanges {
  readonly #list = new BlockList()
  readonly isEmpty: boolean

  /** Throws if one of them is not an address or a range. */
  constructor(ranges: readonly string[]) {
    this.isEmpty = ranges.length === 0
    for (const range of ranges) this.#add(range)
  }

  has(address: string): boolean {
    const family = familyOf(address)
    return family !== undefined && this.#list.check(address, family)
  }

  #add(range: string): void {
    const [address = '', bits, ...rest] = range.split('/')
    const family = familyOf(address)
    const most = family === 'ipv4' ? 32 : 128
    const length = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN
    if (family === undefined || rest.length > 0 || !(length <= most)) {
      throw new Error(`must list addresses or ranges such as 10.0.0.0/8 (got "${range}")`)
    }
    this.#list.addSubnet(address, length, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 4 ? 'ipv4' : version === 6 ? 'ipv6' : undefined
}
