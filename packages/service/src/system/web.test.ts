import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { builtFile } from './built-page.ts'

let service: TestService
beforeAll(async () => {
  service = await testService({ flags: ['--base-path', '/flows'] })
})
afterAll(() => service[Symbol.asyncDispose]())

const isBuilt = (await builtFile('index.html')) !== undefined

describe.runIf(isBuilt)('the editor', () => {
  test('loads only files of this service, enforced by its policy, and knows the address of the API', async () => {
    const answer = await service.app.inject({ url: '/' })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-security-policy']).toContain("script-src 'self'; ")
    expect(answer.body).toContain('<meta name="millrace-api" content="/flows" />')
    const files = [...answer.body.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, file]) => String(file))
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) {
      expect(file).toMatch(/^\/web\//)
      expect((await service.app.inject({ url: file })).statusCode, file).toBe(200)
    }
  })

  test('can be embedded by pages of other origins', async () => {
    for (const file of ['/web/millrace.js', '/web/millrace.css']) {
      const { statusCode, headers } = await service.app.inject({ url: file })
      expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*'])
    }
  })

  test('is sent compressed to clients that accept it', async () => {
    const plain = await service.app.inject({ url: '/web/millrace.css' })
    const small = await service.app.inject({ url: '/web/millrace.css', headers: { 'accept-encoding': 'gzip, br' } })
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'accept-encoding' })
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    // Browsers accept only gzip from a service without TLS.
    const gzipped = await service.app.inject({
      url: '/web/millrace.css',
      headers: { 'accept-encoding': 'gzip, deflate' },
    })
    expect(gzipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'accept-encoding' })
    expect(gunzipSync(gzipped.rawPayload).equals(plain.rawPayload)).toBe(true)
    const none = await service.app.inject({ url: '/web/millrace.css', headers: { 'accept-encoding': 'br;q=0' } })
    expect([none.headers['content-encoding'], none.headers.vary]).toEqual([undefined, 'accept-encoding'])
  })
})

test.skipIf(isBuilt)('the root path redirects to the API page if the editor was not built', async () => {
  const answer = await service.app.inject({ url: '/' })
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/docs'])
})

test.each(['index.html', 'nothing.js', '../package.json', '..%2fpackage.json', 'assets/../../package.json', 'a.exe'])(
  '%s is 404',
  async (name) => {
    expect((await service.app.inject({ url: `/web/${name}` })).statusCode).toBe(404)
  },
)
