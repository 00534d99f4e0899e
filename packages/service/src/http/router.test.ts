import fc from 'fast-check'
import findMyWay from 'find-my-way'
import { describe, expect, test } from 'vitest'
import { Router } from './router.ts'

const PATTERNS: readonly (readonly [string, string])[] = [
  ['GET', '/'],
  ['GET', '/api/things'],
  ['POST', '/api/things'],
  ['GET', '/api/things/:id'],
  ['DELETE', '/api/things/:id'],
  ['POST', '/api/things/list'],
  ['GET', '/api/things/list/all'],
  ['GET', '/api/things/:id/parts/:part'],
  ['GET', '/api/things/:id/parts/all'],
  ['GET', '/api/things/:name/parts/:part/end'],
  ['GET', '/api/hooks/:path*'],
  ['GET', '/api/hooks/fixed'],
  ['GET', '/:top'],
]

function routerOf(patterns = PATTERNS): Router<string> {
  const router = new Router<string>()
  for (const [method, url] of patterns) router.add([method], url, `${method} ${url}`)
  return router
}

describe('finding a route', () => {
  const find = (method: string, address: string) => {
    const found = routerOf().find(method, address)
    return found && [found.target, found.params]
  }

  test.each<[string, string, unknown]>([
    ['a literal path', '/api/things', ['GET /api/things', {}]],
    ['the root', '/', ['GET /', {}]],
    ['a parameter', '/api/things/7', ['GET /api/things/:id', { id: '7' }]],
    [
      'parameters by the names of their own pattern',
      '/api/things/7/parts/8',
      ['GET /api/things/:id/parts/:part', { id: '7', part: '8' }],
    ],
    [
      'another parameter name in the same position',
      '/api/things/7/parts/8/end',
      ['GET /api/things/:name/parts/:part/end', { name: '7', part: '8' }],
    ],
    ['a literal segment before a parameter', '/api/things/7/parts/all', ['GET /api/things/:id/parts/all', { id: '7' }]],
    [
      'a parameter if the literal segment has another method',
      '/api/things/list',
      ['GET /api/things/:id', { id: 'list' }],
    ],
    ['the rest of a path', '/api/hooks/a/b%2Fc', ['GET /api/hooks/:path*', { path: 'a/b/c' }]],
    ['a literal segment before the rest', '/api/hooks/fixed', ['GET /api/hooks/fixed', {}]],
    [
      'the rest if the literal segment is not the last one',
      '/api/hooks/fixed/x',
      ['GET /api/hooks/:path*', { path: 'fixed/x' }],
    ],
    ['a trailing slash', '/api/things/', ['GET /api/things', {}]],
    ['a query', '/api/things/7?x=/y', ['GET /api/things/:id', { id: '7' }]],
    ['a fragment', '/api/things/7#x?y', ['GET /api/things/:id', { id: '7' }]],
    ['an encoded slash stays in its segment', '/api/things/a%2Fb', ['GET /api/things/:id', { id: 'a/b' }]],
    ['an encoded percent sign is decoded once', '/api/things/%2541', ['GET /api/things/:id', { id: '%41' }]],
    ['an encoded letter', '/%61pi/things', ['GET /api/things', {}]],
    ['an absolute URL', 'http://example.com/api/things?x', ['GET /api/things', {}]],
    ['a host without a path', 'http://example.com', ['GET /', {}]],
    ['nothing: a star', '*', undefined],
    ['nothing: two trailing slashes', '/api/things/7/parts/8/end//', undefined],
    ['nothing: an incomplete path', '/api/things/7/parts', undefined],
    ['nothing: a property of every object', '/api/constructor', undefined],
  ])('%s: %s', (_, address, expected) => expect(find('GET', address)).toEqual(expected))

  test('accepts a parameter of 1000 characters, but not a longer one', () => {
    expect(find('GET', `/api/things/${'x'.repeat(1000)}`)).toEqual(['GET /api/things/:id', { id: 'x'.repeat(1000) }])
    expect(() => find('GET', `/api/things/${'x'.repeat(1001)}`)).toThrow('longer than 1000 characters')
    expect(find('GET', `/nothing/${'x'.repeat(1001)}`)).toBeUndefined()
    expect(find('GET', `/api/hooks/${'x'.repeat(1001)}`)?.[0]).toBe('GET /api/hooks/:path*')
  })

  test('rejects invalid encoding', () => {
    expect(() => find('GET', '/api/things/%E0%A4')).toThrow('not percent-encoded')
  })

  test('lists the methods of a path', () => {
    expect(routerOf().methodsAt('/api/things/7')).toEqual(['GET', 'DELETE'])
    expect(routerOf().methodsAt('/api/things/7/nothing')).toEqual([])
  })

  test('finds nothing for a method without a route', () => expect(find('PUT', '/api/things')).toBeUndefined())
})

test('finds the same routes as find-my-way for any address', () => {
  const theirs = findMyWay({ ignoreTrailingSlash: true, maxParamLength: 1000 })
  for (const [method, url] of PATTERNS) {
    theirs.on(method as 'GET', url.replace(/:\w+\*$/, '*'), () => undefined, `${method} ${url}`)
  }
  const ours = routerOf()
  const words = ['api', 'things', 'list', 'all', 'parts', 'end', 'hooks', 'fixed', 'x', '', '.', '%2F', '%25', '%61pi']
  const part = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }).map(encodeURIComponent))
  const address = fc
    .tuple(fc.array(part, { maxLength: 7 }), fc.constantFrom('', '/', '?a=b/c', '#x'))
    .map(([parts, end]) => `/${parts.join('/')}${end}`)
  fc.assert(
    fc.property(fc.constantFrom('GET', 'POST', 'DELETE'), address, (method, url) => {
      const sent = new URL(`http://127.0.0.1${url}`)
      const expected = theirs.find(method as 'GET', sent.pathname + sent.search)
      const found = ours.find(method, sent.pathname + sent.search)
      expect(found && [found.target, Object.values(found.params)]).toEqual(
        expected ? [expected.store, Object.values(expected.params)] : undefined,
      )
    }),
    { numRuns: 500 },
  )
})

describe('a path that was found before', () => {
  test('gives the same match, for its method only', () => {
    const router = routerOf()
    const first = router.find('GET', '/api/things/7?page=1')
    expect(router.find('GET', '/api/things/7?page=2')).toBe(first)
    expect(router.find('DELETE', '/api/things/7')?.target).toBe('DELETE /api/things/:id')
    expect(router.find('PUT', '/api/things/7')).toBeUndefined()
  })

  test('is searched again after a route was added', () => {
    const router = routerOf()
    expect(router.find('GET', '/api/things/new')?.target).toBe('GET /api/things/:id')
    router.add(['GET'], '/api/things/new', 'GET /api/things/new')
    expect(router.find('GET', '/api/things/new')?.target).toBe('GET /api/things/new')
  })

  test('is found among many others', () => {
    const router = routerOf()
    for (let id = 0; id < 5000; id++) expect(router.find('GET', `/api/things/${id}`)?.params).toEqual({ id: `${id}` })
    expect(router.find('GET', '/api/things/1')?.params).toEqual({ id: '1' })
  })
})
