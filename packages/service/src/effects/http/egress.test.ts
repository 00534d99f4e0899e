import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createEgress } from './egress.ts'

const PUBLIC = ['93.184.216.34', '1.1.1.1', '100.63.255.255', '100.128.0.0', '172.15.0.1', '172.32.0.1', '192.0.1.1']
const CLOSED = [
  ...['0.0.0.0', '0.1.2.3', '10.0.0.1', '100.64.0.1', '100.127.255.255', '127.0.0.1', '127.255.0.9', '169.254.169.254'],
  ...[
    '169.254.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.168.1.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
  ],
  ...['255.255.255.255', '168.63.129.16', '203.0.113.7'],
  ...['::', '::1', '::ffff:127.0.0.1', '::ffff:93.184.216.34', '::127.0.0.1', '::7f00:1', '64:ff9b::7f00:1'],
  ...['64:ff9b:1::10.0.0.1', '2001:0:4136:e378:8000:63bf:3fff:fdd2', '2002:7f00:1::', '2002:a00:1::1', 'fd00:ec2::254'],
  ...['fc00::1', 'fdff::1', 'fe80::1', 'fec0::1', 'ff02::1', '2001:db8::1', '100::1', '4000::1', '5f00::1'],
]

const urlOf = (address: string) => new URL(`http://${address.includes(':') ? `[${address}]` : address}/`)

/** The addresses that a socket may connect to for a host name. */
function connectable(allow: readonly string[], answers: readonly string[], host = 'name.example', port = 80) {
  const resolve = async () => answers.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return new Promise<string[]>((done, fail) => {
    createEgress(allow, resolve).lookupFor(port)(host, { all: true }, (error, addresses) => {
      if (error) fail(error)
      else done(Array.isArray(addresses) ? addresses.map(({ address }) => address) : [addresses])
    })
  })
}

describe('without an allow-list', () => {
  const egress = createEgress([])

  test.each([...PUBLIC, '2606:4700:4700::1111', '2a00:1450:4001::8a'])('%s may be called', (address) => {
    expect(() => egress.check(urlOf(address))).not.toThrow()
  })

  test('a rejection names the setting that allows the address, and who sets it', async () => {
    const help = 'To allow it, the operator of this service starts it with --egress-allow'
    expect(() => egress.check(new URL('http://127.0.0.1:18310/orders'))).toThrow(
      `Not allowed to call: 127.0.0.1 is a loopback address. ${help} 127.0.0.1:18310.`,
    )
    expect(() => egress.check(new URL('https://[::1]/'))).toThrow(`${help} [::1]:443.`)
  })

  test.each(CLOSED)('%s is rejected in a URL and as the address of a host name', async (address) => {
    expect(() => egress.check(urlOf(address))).toThrow(
      expect.objectContaining({ code: 'EGRESS_DENIED', retryable: false }),
    )
    await expect(connectable([], [address])).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
  })

  test.each([
    ...['http://2130706433/', 'http://0x7f000001/', 'http://017700000001/', 'http://127.1/', 'http://0x7f.0.0.1/'],
    ...[
      'http://0177.0.0.1/',
      'http://127.0.0.1./',
      'http://0/',
      'http://[::ffff:7f00:1]/',
      'http://[0:0:0:0:0:0:0:1]/',
    ],
    ...['http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://2852039166/', 'http://[::ffff:169.254.169.254]/'],
    ...['https://user@127.0.0.1/', 'http://user:pass@10.0.0.1:8080/path?query'],
  ])('%s is recognised as a closed address', (url) => {
    expect(() => egress.check(new URL(url))).toThrow(expect.objectContaining({ code: 'EGRESS_DENIED' }))
  })

  test.each([
    'file:///etc/passwd',
    'ftp://example.com/',
    'gopher://x/',
    'data:text/plain,x',
    'ws://example.com/',
    'unix:/x',
  ])('%s is rejected because of its scheme', (url) => {
    expect(() => egress.check(new URL(url))).toThrow(expect.objectContaining({ code: 'EGRESS_DENIED' }))
  })

  test('connects only to the public addresses of a host name that also has private ones', async () => {
    expect(await connectable([], ['10.0.0.1', '1.1.1.1', '::1', '2606:4700::1'])).toEqual(['1.1.1.1', '2606:4700::1'])
  })

  test('the error does not contain the private address', async () => {
    await expect(connectable([], ['10.1.2.3'])).rejects.toThrow('name.example resolves to a private address')
  })

  test('no IPv6 address that embeds an IPv4 address is open', () => {
    const octets = fc.tuple(...Array.from({ length: 4 }, () => fc.nat(255)))
    const prefix = fc.constantFrom('::', '::ffff:', '::ffff:0:', '64:ff9b::', '64:ff9b:1::')
    fc.assert(
      fc.property(prefix, octets, (start, bytes) => {
        expect(() => egress.check(urlOf(`${start}${bytes.join('.')}`))).toThrow()
      }),
    )
  })
})

describe('an allow-list', () => {
  test.each([
    ['10.0.0.1', '10.0.0.1', 80, true],
    ['10.0.0.1', '10.0.0.2', 80, false],
    ['10.0.0.0/8', '10.9.9.9', 80, true],
    ['10.0.0.0/8:8080', '10.9.9.9', 8080, true],
    ['10.0.0.0/8:8080', '10.9.9.9', 80, false],
    ['127.0.0.1:3000', '127.0.0.1', 3000, true],
    ['127.0.0.1:3000', '127.0.0.1', 3001, false],
    ['127.0.0.0/8', '::ffff:127.0.0.1', 80, false],
    ['::1', '::1', 80, true],
    ['[::1]:80', '::1', 80, true],
    ['[::1]:80', '::1', 81, false],
    ['fd00::/8', 'fd12::1', 80, true],
    ['[fd00::/8]:443', 'fd12::1', 80, false],
    ['0.0.0.0/0', '169.254.169.254', 80, true],
  ])('entry %s, address %s, port %i: allowed is %s', (entry, address, port, isOpen) => {
    const url = urlOf(address)
    url.port = String(port)
    const check = () => createEgress([entry]).check(url)
    if (isOpen) expect(check).not.toThrow()
    else expect(check).toThrow(expect.objectContaining({ code: 'EGRESS_DENIED' }))
  })

  test.each([
    ['name.example', 'name.example', 80, true],
    ['NAME.example.', 'name.example', 80, true],
    ['name.example', 'name.example.', 80, true],
    ['name.example', 'a.name.example', 80, false],
    ['name.example:8080', 'name.example', 8080, true],
    ['name.example:8080', 'name.example', 80, false],
    ['*.name.example', 'a.name.example', 80, true],
    ['*.name.example', 'a.b.name.example', 80, true],
    ['*.name.example', 'name.example', 80, false],
    ['*.name.example', 'evilname.example', 80, false],
    ['*.name.example:80', 'a.name.example', 81, false],
    ['127.0.0.1', 'name.example', 80, true],
    ['127.0.0.1:81', 'name.example', 80, false],
  ])('entry %s, name %s with a loopback address, port %i: allowed is %s', async (entry, host, port, isOpen) => {
    const found = connectable([entry], ['127.0.0.1'], host, port)
    if (isOpen) expect(await found).toEqual(['127.0.0.1'])
    else await expect(found).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
  })

  test.each([
    '',
    '*',
    '*.',
    'a b',
    'host:0',
    'host:99999',
    '10.0.0.0/33',
    '[::1',
    'http://x',
    'a/8',
    '::1/129',
    '[name]:80',
    '1::2::3',
  ])('rejects the entry %j at the start', (entry) => {
    expect(() => createEgress([entry])).toThrow(`"${entry}" must be a host`)
  })
})
