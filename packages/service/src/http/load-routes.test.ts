import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Type } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { endpointsOf, loadFrom, loadRoutes } from './load-routes.ts'
import { routeFilesIn } from './route-files.ts'

/** A folder with files in it, as an address that ends with a slash. */
function folderWith(files: Readonly<Record<string, string>>): URL {
  const folder = mkdtempSync(join(tmpdir(), 'millrace-routes-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, name, '..'), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return pathToFileURL(`${folder}/`)
}

const ROUTE = "{ operation: 'x', method: 'GET', path: '/x', handle() {} }"

describe('the folder is the registry', () => {
  test('every route of the service loads, from files named like what they do', async () => {
    const routes = await loadRoutes()
    expect(routes.length).toBeGreaterThan(20)
    expect(new Set(routes.map(({ route }) => route.operation)).size).toBe(routes.length)
  })

  test('files are found in folders below, and only those of routes', async () => {
    const folder = folderWith({ 'a/one.route.ts': `export default ${ROUTE}`, 'a/helper.ts': 'throw new Error()' })
    expect((await loadFrom(routeFilesIn(folder))).map(({ file }) => file)).toEqual(['a/one.route.ts'])
  })

  test('a file that does not load stops the start with its name', async () => {
    const folder = folderWith({ 'a/bad.route.ts': "throw new Error('no such thing')" })
    await expect(loadFrom(routeFilesIn(folder))).rejects.toThrow('a/bad.route.ts: no such thing')
  })

  test('a file that exports no route stops the start with its name', async () => {
    const folder = folderWith({ 'a/bad.route.ts': 'export default 1' })
    await expect(loadFrom(routeFilesIn(folder))).rejects.toThrow(
      'a/bad.route.ts: it must export by default what defineRoute returns',
    )
  })

  test('a path whose parameters are not those of its schema stops the start', async () => {
    const folder = folderWith({ 'bad.route.ts': `export default { ...${ROUTE}, path: '/x/:id' }` })
    await expect(loadFrom(routeFilesIn(folder))).rejects.toThrow(
      'bad.route.ts: the path /x/:id and its params do not name the same parameters',
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
