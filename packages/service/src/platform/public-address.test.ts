import { expect, test } from 'vitest'
import { apiPath, pathPrefix, routeAtPrefix, withoutPrefix } from './public-address.ts'

const publicUrl = { origin: 'https://intranet.example.com', path: '/millrace' }

test('addresses start with the path of the public URL, and at the root without one', () => {
  expect([pathPrefix({ publicUrl }), pathPrefix({})]).toEqual(['/millrace', ''])
  expect(apiPath({ publicUrl, basePath: '/api/v1' })).toBe('/millrace/api/v1')
})

test.each([
  ['/millrace/', '/'],
  ['/millrace', '/'],
  ['/millrace?a=b', '/?a=b'],
  ['/millrace/api/v1/nodes?a=b', '/api/v1/nodes?a=b'],
  ['http://any/millrace/livez', 'http://any/livez'],
  ['/millraces/livez', '/millraces/livez'],
  ['/livez', '/livez'],
  ['/', '/'],
  ['*', '*'],
])('the request target %s becomes %s', (target, stripped) => {
  expect(withoutPrefix(target, '/millrace')).toBe(stripped)
  expect(withoutPrefix(target, '')).toBe(target)
})

test('a path that the service itself serves is found', () => {
  expect(routeAtPrefix('/docs', ['/livez', '/docs/:file'])).toBe('/docs/:file')
  expect(routeAtPrefix('/api', ['/livez', '/api/v1/nodes'])).toBe('/api/v1/nodes')
  expect(routeAtPrefix('/millrace', ['/livez', '/docs'])).toBeUndefined()
  expect(routeAtPrefix('', ['/livez'])).toBeUndefined()
})
