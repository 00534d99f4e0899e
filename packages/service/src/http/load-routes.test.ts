import { Type } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { sampleRoute } from '../testing/sample-route.ts'
import { checkedRoutes, endpointsOf } from './load-routes.ts'

describe('the registry of routes', () => {
  test('loads every route, with unique operation names', async () => {
    const routes = await loadRoutes()
    expect(routes.length).toBeGreaterThan(20)
    expect(new Set(routes.map(({ route }) => route.operation)).size).toBe(routes.length)
  })

  test('a path whose parameters differ from its schema stops the start with the name of its file', () => {
    const { route } = sampleRoute({})
    const broken = { file: 'a/bad.route.ts', route: { ...route, path: '/x/:id' } }
    expect(() => checkedRoutes([{ file: 'a/good.route.ts', route }, broken])).toThrow(
      'a/bad.route.ts: the path /x/:id and the params schema must have the same parameters',
    )
  })
})

describe('where routes are served', () => {
  const urls = (changes: Parameters<typeof sampleRoute>[0], basePath = '/api') =>
    endpointsOf([sampleRoute(changes)], basePath).map(({ url, aliasOf }) => [url, aliasOf])

  test('are below the base path, with their aliases', () => {
    expect(urls({ aliases: ['/other'] })).toEqual([
      ['/api/sample', undefined],
      ['/api/other', '/api/sample'],
    ])
  })

  test('are at the root', () => {
    expect(urls({ mount: 'root' })).toEqual([['/sample', undefined]])
  })

  test('are at both, once if they are equal', () => {
    expect(urls({ mount: 'both' })).toEqual([
      ['/api/sample', undefined],
      ['/sample', '/api/sample'],
    ])
    expect(urls({ mount: 'both' }, '')).toEqual([['/sample', undefined]])
  })

  test('two routes with one method and path stop the start, also with different parameter names', () => {
    const params = (name: string) => Type.Object({ [name]: Type.String() })
    const one = sampleRoute({ operation: 'one', path: '/x/:id', params: params('id') })
    const two = { ...sampleRoute({ operation: 'two', path: '/x/:name', params: params('name') }), file: 'two.route.ts' }
    expect(() => endpointsOf([one, two], '/api')).toThrow(
      'two.route.ts: POST /api/x/: is already served by sample.route.ts',
    )
  })

  test('two routes with one operation name stop the start', () => {
    expect(() => endpointsOf([sampleRoute(), sampleRoute({ path: '/other' })], '')).toThrow(
      'sample.route.ts: operation sample is already served by sample.route.ts',
    )
  })
})
