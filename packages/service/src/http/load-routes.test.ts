import { Type } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { sampleRoute } from '../testing/sample-route.ts'
import { checkedRoutes, endpointsOf } from './load-routes.ts'

describe('the registry of routes', () => {
  test('every route of the service loads, and no two have the same operation', async () => {
    const routes = await loadRoutes()
    expect(routes.length).toBeGreaterThan(20)
    expect(new Set(routes.map(({ route }) => route.operation)).size).toBe(routes.length)
  })

  test('a path whose parameters are not those of its schema stops the start with the name of its file', () => {
    const { route } = sampleRoute({})
    const broken = { file: 'a/bad.route.ts', route: { ...route, path: '/x/:id' } }
    expect(() => checkedRoutes([{ file: 'a/good.route.ts', route }, broken])).toThrow(
      'a/bad.route.ts: the path /x/:id and its params do not name the same parameters',
    )
  })
})

describe('where routes are served', () => {
  const urls = (changes: Parameters<typeof sampleRoute>[0], basePath = '/api') =>
    endpointsOf([sampleRoute(changes)], basePath).map(({ url, aliasOf }) => [url, aliasOf])

  test('below the base path, aliases too', () => {
    expect(urls({ aliases: ['/other'] })).toEqual([
      ['/api/sample', undefined],
      ['/api/other', '/api/sample'],
    ])
  })

  test('at the root', () => {
    expect(urls({ mount: 'root' })).toEqual([['/sample', undefined]])
  })

  test('at both, once if that is the same', () => {
    expect(urls({ mount: 'both' })).toEqual([
      ['/api/sample', undefined],
      ['/sample', '/api/sample'],
    ])
    expect(urls({ mount: 'both' }, '')).toEqual([['/sample', undefined]])
  })

  test('two for one method and path stop the start, however the parameters are called', () => {
    const params = (name: string) => Type.Object({ [name]: Type.String() })
    const one = sampleRoute({ operation: 'one', path: '/x/:id', params: params('id') })
    const two = { ...sampleRoute({ operation: 'two', path: '/x/:name', params: params('name') }), file: 'two.route.ts' }
    expect(() => endpointsOf([one, two], '/api')).toThrow(
      'two.route.ts: POST /api/x/: is already served by sample.route.ts',
    )
  })

  test('two operations of one name stop the start', () => {
    expect(() => endpointsOf([sampleRoute(), sampleRoute({ path: '/other' })], '')).toThrow(
      'sample.route.ts: operation sample is already served by sample.route.ts',
    )
  })
})
