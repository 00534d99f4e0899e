import { expect, test } from 'vitest'
import { originForOthers } from './own-origin.ts'

const host = 'api.example:7410'

test.each([
  ['no page', { host }, ''],
  ['our own page', { host, origin: 'http://api.example:7410' }, ''],
  ['our own page behind a proxy that ends TLS', { host: 'api.example', origin: 'https://api.example' }, ''],
  ['a page of another port', { host, origin: 'http://api.example:3000' }, 'http://api.example:7410'],
  ['a page loaded over HTTPS', { host, origin: 'https://host.example' }, 'https://api.example:7410'],
  [
    'a page loaded over HTTPS that uses a service on its own machine',
    { host: '127.0.0.1:7410', origin: 'https://host.example' },
    'http://127.0.0.1:7410',
  ],
  [
    'a proxy that sets the scheme',
    { host, origin: 'http://a.example', 'x-forwarded-proto': 'https, http' },
    'https://api.example:7410',
  ],
  ['an invalid host', { host: 'a"b/c', origin: 'http://a.example' }, ''],
  ['an opaque origin', { host, origin: 'null' }, ''],
])('%s', (_, headers, expected) => {
  expect(originForOthers(headers)).toBe(expected)
})
