import { describe, expect, test } from 'vitest'
import { hostName, hostRule, isLoopback } from './hosts.ts'

describe('hostName', () => {
  test.each([
    ['localhost:7410', 'localhost'],
    ['Example.COM', 'example.com'],
    ['[::1]:7410', '::1'],
    ['::1', '::1'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['', ''],
    ['[', '['],
    ['localhost:80@evil.example', 'localhost:80@evil.example'],
    ['[::1].evil.example', '[::1].evil.example'],
  ])('of %s is %s', (host, name) => expect(hostName(host)).toBe(name))
})

describe('loopback', () => {
  test.each(['127.0.0.1', '127.9.8.7:1', 'localhost', '::1', '[::1]:1', 'a.localhost'])('%s is', (host) =>
    expect(isLoopback(host)).toBe(true),
  )
  test.each(['localhost:80@evil.example', '[::1].evil.example', '[::1]@evil.example'])('%s is not loopback', (host) =>
    expect(isLoopback(host)).toBe(false),
  )
  test.each(['0.0.0.0', '10.0.0.1', 'localhost.evil.example', '127.0.0.1.evil.example', 'notlocalhost', '::', ''])(
    '%s is not loopback',
    (host) => expect(isLoopback(host)).toBe(false),
  )
})

describe('the rule for the Host header', () => {
  test('is off when the service listens on a network and no host is listed', () => {
    expect(hostRule({ host: '0.0.0.0', allowedHost: [] })).toBeUndefined()
  })

  test('is on for a network as soon as a host is listed', () => {
    const rule = hostRule({ host: '0.0.0.0', allowedHost: ['flows.example.com'] })
    expect([rule?.('flows.example.com:80'), rule?.('127.0.0.1'), rule?.('other.example.com')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
