import { expect, test } from 'vitest'
import { provenanceOf } from './origin-rule.ts'

const LISTED = ['https://app.example.com']

test.each([
  ['no header is sent', {}, 'unknown'],
  ['our own origin', { origin: 'http://localhost:7410', host: 'localhost:7410' }, 'own'],
  [
    'our own origin behind a proxy that ends TLS',
    { origin: 'https://flows.example.com', host: 'flows.example.com' },
    'own',
  ],
  ['another port', { origin: 'http://localhost:3000', host: 'localhost:7410' }, 'foreign'],
  ['another host', { origin: 'https://evil.example', host: 'localhost:7410' }, 'foreign'],
  ['a listed origin', { origin: 'https://app.example.com', host: 'localhost:7410', fetchSite: 'cross-site' }, 'own'],
  ['an opaque origin', { origin: 'null', host: 'localhost:7410' }, 'foreign'],
  ['Sec-Fetch-Site is same-origin', { fetchSite: 'same-origin' }, 'own'],
  ['Sec-Fetch-Site is none: the user entered the address', { fetchSite: 'none' }, 'own'],
  ['Sec-Fetch-Site is same-site', { fetchSite: 'same-site' }, 'foreign'],
  ['Sec-Fetch-Site is cross-site', { fetchSite: 'cross-site' }, 'foreign'],
  [
    'Sec-Fetch-Site takes precedence over a matching origin',
    { origin: 'http://localhost:7410', host: 'localhost:7410', fetchSite: 'cross-site' },
    'foreign',
  ],
] as const)('%s', (_, facts, expected) => {
  expect(provenanceOf(facts, LISTED)).toBe(expected)
})
