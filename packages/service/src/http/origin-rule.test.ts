import { expect, test } from 'vitest'
import { provenanceOf } from './origin-rule.ts'

const LISTED = ['https://app.example.com']

test.each([
  ['nothing is said', {}, 'unknown'],
  ['our own origin', { origin: 'http://localhost:7410', host: 'localhost:7410' }, 'own'],
  [
    'our own origin behind a proxy that ends TLS',
    { origin: 'https://flows.example.com', host: 'flows.example.com' },
    'own',
  ],
  ['another port', { origin: 'http://localhost:3000', host: 'localhost:7410' }, 'foreign'],
  ['another host', { origin: 'https://evil.example', host: 'localhost:7410' }, 'foreign'],
  ['a listed origin', { origin: 'https://app.example.com', host: 'localhost:7410', fetchSite: 'cross-site' }, 'own'],
  ['no origin worth the name', { origin: 'null', host: 'localhost:7410' }, 'foreign'],
  ['the browser says same-origin', { fetchSite: 'same-origin' }, 'own'],
  ['the browser says that a person typed it', { fetchSite: 'none' }, 'own'],
  ['the browser says same-site', { fetchSite: 'same-site' }, 'foreign'],
  ['the browser says cross-site', { fetchSite: 'cross-site' }, 'foreign'],
  [
    'the browser is believed over an origin that looks right',
    { origin: 'http://localhost:7410', host: 'localhost:7410', fetchSite: 'cross-site' },
    'foreign',
  ],
] as const)('%s', (_, facts, expected) => {
  expect(provenanceOf(facts, LISTED)).toBe(expected)
})
