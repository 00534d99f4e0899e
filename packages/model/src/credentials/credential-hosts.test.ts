import { expect, test } from 'vitest'
import { isHostNamed } from './credential-hosts.ts'

test.each([
  ['https://api.example/x', 'api.example', true],
  ['https://API.example./x', 'Api.Example', true],
  ['http://api.example/', 'api.example', false],
  ['http://api.example/', 'http://api.example', true],
  ['https://api.example/', 'http://api.example', true],
  ['http://api.example/', 'https://api.example', false],
  ['https://api.example:8443/', 'api.example', false],
  ['https://api.example:8443/', 'api.example:8443', true],
  ['https://api.example/', 'api.example:8443', false],
  ['https://a.b.example/', '*.b.example', true],
  ['https://b.example/', '*.b.example', false],
  ['https://evil-b.example/', '*.b.example', false],
  ['https://api.example.evil/', 'api.example', false],
  ['https://[::1]:8443/', '[::1]:8443', true],
  ['http://127.0.0.1:7000/', 'http://127.0.0.1:7000', true],
])('%s with %s: %s', (url, host, isNamed) => {
  expect(isHostNamed(new URL(url), [host])).toBe(isNamed)
})
