/** The documentation at /docs/guide. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { builtFiles } from './built-files.ts'
import { guideFile } from './guide-files.ts'

const isBuilt = (await guideFile('index.html')) !== undefined

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}) =>
  service.app.inject({ url: `/docs/guide${path}`, headers })

describe.runIf(isBuilt)('the documentation', () => {
  test('is open, starts with its first page and allows no inline script or style', async () => {
    for (const path of ['', '/']) {
      const { statusCode, headers } = await get(path)
      expect([statusCode, headers.location]).toEqual([302, '/docs/guide/index.html'])
    }
    const { statusCode, headers, body } = await get('/index.html')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; style-src 'self'; /)
    expect(body).toContain('<title>Millrace guide</title>')
  })

  test('is revalidated by browsers, while they keep scripts, styles and the search index', async () => {
    const page = await get('/tutorials/webhook-flow.html')
    expect(page.headers['cache-control']).toBe('private, no-cache')
    const again = await get('/tutorials/webhook-flow.html', { 'if-none-match': String(page.headers.etag) })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    const assets = [...page.body.matchAll(/(?:src|href|data-search)="(?:\.\.\/)*(assets\/[^"]+)"/g)].map(
      ([, at]) => at!,
    )
    expect(assets.length).toBeGreaterThanOrEqual(5)
    for (const path of assets) {
      const asset = await get(`/${path}`)
      expect([asset.statusCode, asset.headers['cache-control']], path).toEqual([
        200,
        'public, max-age=31536000, immutable',
      ])
    }
  })

  test('is sent compressed to clients that accept it', async () => {
    const plain = await get('/how-to/editor.html')
    const small = await get('/how-to/editor.html', { 'accept-encoding': 'gzip, br' })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
  })
})

test.skipIf(isBuilt)('the documentation is 404 if it was not built', async () => {
  expect((await get('')).statusCode).toBe(404)
})

test.each([
  '/nothing.html',
  '/../package.json',
  '/..%2f..%2fpackage.json',
  '/tutorials/..%2f..%2f..%2fpackage.json',
  '/assets/../../millrace.cjs',
  '/index.html%00',
  '/%2e%2e/build.json',
  '/tutorials',
])('a page %s is not found', async (path) => {
  expect([400, 404]).toContain((await get(path)).statusCode)
})

test('files outside of a built folder, of unknown types and with other names are not read', async () => {
  const root = mkdtempSync(join(tmpdir(), 'millrace-built-'))
  try {
    mkdirSync(join(root, 'site', 'part'), { recursive: true })
    for (const path of ['secret.html', 'site/a.html', 'site/part/b.css', 'site/c.exe', 'site/d e.html'])
      writeFileSync(join(root, path), 'text')
    const files = builtFiles(join(root, 'site'), /^(?:[\w-]+\/)*[\w.-]+$/)
    const found = async (name: string) => (await files(name)) !== undefined
    expect([await found('a.html'), await found('part/b.css')]).toEqual([true, true])
    for (const name of ['../secret.html', 'part/../../secret.html', `${root}/secret.html`, 'c.exe', 'd e.html', 'part'])
      expect(await found(name), name).toBe(false)
    writeFileSync(join(root, 'site', 'later.html'), 'text')
    expect(await found('later.html')).toBe(true)
  } finally {
    rmSync(root, { recursive: true })
  }
})
