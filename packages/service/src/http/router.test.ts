import fc from 'fast-check'
import fastify from 'fastify'
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

describe('which route is meant', () => {
  const find = (method: string, address: string) => {
    const found = routerOf().find(method, address)
    return found && [found.target, found.params]
  }

  test.each<[string, string, unknown]>([
    ['what is written out', '/api/things', ['GET /api/things', {}]],
    ['the root', '/', ['GET /', {}]],
    ['a parameter', '/api/things/7', ['GET /api/things/:id', { id: '7' }]],
    [
      'parameters by the names of their own route',
      '/api/things/7/parts/8',
      ['GET /api/things/:id/parts/:part', { id: '7', part: '8' }],
    ],
    [
      'another name for the same part',
      '/api/things/7/parts/8/end',
      ['GET /api/things/:name/parts/:part/end', { name: '7', part: '8' }],
    ],
    [
      'what is written out comes before a parameter',
      '/api/things/7/parts/all',
      ['GET /api/things/:id/parts/all', { id: '7' }],
    ],
    [
      'a parameter where what is written out has another method',
      '/api/things/list',
      ['GET /api/things/:id', { id: 'list' }],
    ],
    ['the rest of a path', '/api/hooks/a/b%2Fc', ['GET /api/hooks/:path*', { path: 'a/b/c' }]],
    ['what is written out comes before the rest', '/api/hooks/fixed', ['GET /api/hooks/fixed', {}]],
    [
      'the rest where what is written out goes on',
      '/api/hooks/fixed/x',
      ['GET /api/hooks/:path*', { path: 'fixed/x' }],
    ],
    ['a slash at the end', '/api/things/', ['GET /api/things', {}]],
    ['a query', '/api/things/7?x=/y', ['GET /api/things/:id', { id: '7' }]],
    ['a fragment', '/api/things/7#x?y', ['GET /api/things/:id', { id: '7' }]],
    ['an encoded slash stays in its part', '/api/things/a%2Fb', ['GET /api/things/:id', { id: 'a/b' }]],
    ['an encoded percent sign is decoded once', '/api/things/%2541', ['GET /api/things/:id', { id: '%41' }]],
    ['an encoded letter', '/%61pi/things', ['GET /api/things', {}]],
    ['an address with its host', 'http://example.com/api/things?x', ['GET /api/things', {}]],
    ['nothing: two slashes at the end', '/api/things/7/parts/8/end//', undefined],
    ['nothing: more than there is', '/api/things/7/parts', undefined],
    ['nothing: broken encoding', '/api/things/%E0%A4', undefined],
    ['nothing: a name of every object', '/api/constructor', undefined],
  ])('%s: %s', (_, address, expected) => expect(find('GET', address)).toEqual(expected))

  test('a parameter of 1000 characters, and no more', () => {
    expect(find('GET', `/api/things/${'x'.repeat(1000)}`)).toEqual(['GET /api/things/:id', { id: 'x'.repeat(1000) }])
    expect(() => find('GET', `/api/things/${'x'.repeat(1001)}`)).toThrow('longer than 1000 characters')
    expect(find('GET', `/nothing/${'x'.repeat(1001)}`)).toBeUndefined()
    expect(find('GET', `/api/hooks/${'x'.repeat(1001)}`)?.[0]).toBe('GET /api/hooks/:path*')
  })

  test('a method that it does not have', () => expect(find('PUT', '/api/things')).toBeUndefined())
})

test('finds what the router of the framework finds, whatever the address', async () => {
  const app = fastify({ exposeHeadRoutes: false, routerOptions: { ignoreTrailingSlash: true, maxParamLength: 1000 } })
  for (const [method, url] of PATTERNS) {
    app.route({
      method,
      url: url.replace(/:\w+\*$/, '*'),
      handler: async ({ params }) => ({ target: `${method} ${url}`, values: Object.values(params as object) }),
    })
  }
  await app.ready()
  const router = routerOf()
  const words = ['api', 'things', 'list', 'all', 'parts', 'end', 'hooks', 'fixed', 'x', '', '.', '%2F', '%25', '%61pi']
  const part = fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 4 }).map(encodeURIComponent))
  const address = fc
    .tuple(fc.array(part, { maxLength: 7 }), fc.constantFrom('', '/', '?a=b/c', '#x'))
    .map(([parts, end]) => `/${parts.join('/')}${end}`)
  await fc.assert(
    fc.asyncProperty(fc.constantFrom('GET', 'POST', 'DELETE'), address, async (method, url) => {
      const answer = await app.inject({ method: method as 'GET', url: `http://127.0.0.1${url}` })
      const theirs = answer.statusCode === 200 ? answer.json() : undefined
      const sent = new URL(`http://127.0.0.1${url}`)
      const ours = router.find(method, sent.pathname + sent.search)
      expect(ours && { target: ours.target, values: Object.values(ours.params) }).toEqual(theirs)
    }),
    { numRuns: 500 },
  )
  await app.close()
})
