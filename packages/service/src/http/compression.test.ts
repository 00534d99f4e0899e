import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { exampleGraph } from '../workflows/example.ts'
import { encodingFor } from './compression.ts'

let service: TestService
let id: string
beforeAll(async () => {
  service = await testService()
  const payload = { name: 'Large', ...exampleGraph, config: { text: 'a word '.repeat(2000) } }
  const made = await service.app.inject({
    method: 'POST',
    url: '/api/v1/workflows',
    headers: service.as('editor'),
    payload,
  })
  id = made.json<{ data: { id: string } }>().data.id
})
afterAll(() => service[Symbol.asyncDispose]())

const get = (path: string, headers: Record<string, string> = {}, method: 'GET' | 'POST' = 'GET', payload?: object) =>
  service.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: { ...service.as('admin'), ...headers },
    ...(payload && { payload }),
  })

describe('compression', () => {
  test.each([
    ['br', 'gzip, deflate, br', brotliDecompressSync],
    ['gzip', 'gzip;q=0.8, br;q=0', gunzipSync],
  ] as const)('sends JSON with %s to a client that accepts it', async (encoding, accepted, decompress) => {
    const plain = await get('/nodes')
    const answer = await get('/nodes', { 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(encoding)
    expect(answer.headers.vary).toContain('Accept-Encoding')
    expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length)
    expect(answer.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4)
    expect(decompress(answer.rawPayload).toString()).toBe(plain.body)
  })

  test('sends other clients the plain body, and names the varying header for caches', async () => {
    const answer = await get('/nodes')
    expect([answer.headers['content-encoding'], answer.headers.vary]).toEqual([
      undefined,
      expect.stringContaining('Accept-Encoding'),
    ])
  })

  test('leaves short replies, errors, credentials and webhooks alone', async () => {
    const accept = { 'accept-encoding': 'br' }
    // Long enough to be compressed if the routes allowed it.
    const long = 'x'.repeat(3000)
    const token = await get('/auth/tokens', accept, 'POST', { name: 'Token', role: 'viewer' })
    const hook = await get(`/hooks/${long}`, accept, 'POST', {})
    const missing = await get(`/workflows/none?types=${long}`, accept)
    const short = await get('/health', accept)
    expect([token.statusCode, hook.statusCode]).toEqual([201, 400])
    for (const answer of [token, hook, missing, short]) expect(answer.headers['content-encoding']).toBeUndefined()
    const routes = await loadRoutes()
    const excluded = routes.filter(({ route }) => route.hasCredential === true || route.rawBody === true)
    const names = excluded.map(({ route }) => route.operation)
    expect(names).toEqual(expect.arrayContaining(['createToken', 'createTicket', 'createSession', 'callHookPost']))
  })

  test('compresses a reply that is sent once with the least effort', async () => {
    const accept = { 'accept-encoding': 'gzip' }
    const saved = await service.app.inject({
      method: 'PUT',
      url: `/api/v1/workflows/${id}`,
      headers: { ...service.as('editor'), ...accept },
      payload: { description: 'Saved', revision: 1 },
    })
    const restored = await get(`/workflows/${id}/versions/1/restore`, accept, 'POST')
    // The ninth byte of gzip is 4 for its fastest level (RFC 1952).
    const levels = [saved, restored, await get(`/workflows/${id}`, accept)].map(({ rawPayload }) => rawPayload[8])
    expect(levels).toEqual([4, 4, 0])
    expect(gunzipSync(saved.rawPayload).toString()).toContain('"description":"Saved"')
  })

  test('reads the weights of the header', () => {
    expect(
      ['', 'identity', 'br', 'gzip', 'BR;q=1', 'br;q=0, gzip;q=0.0', 'deflate, gzip;q=0.1'].map(encodingFor),
    ).toEqual([undefined, undefined, 'br', 'gzip', 'br', undefined, 'gzip'])
  })
})

describe('conditional reads', () => {
  test.each(['/nodes', '/categories', '/port-config', '/nodes/text_input', '/openapi.json'])(
    '%s is 304 for a client that has it, compressed or not',
    async (path) => {
      const { headers } = await get(path)
      expect(headers['cache-control']).toBe('private, no-cache')
      const etag = String(headers.etag)
      for (const accepted of ['identity', 'br']) {
        const again = await get(path, { 'if-none-match': etag, 'accept-encoding': accepted })
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
      }
      expect((await get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
    },
  )

  test('a workflow without copies of types is 304 until it is saved', async () => {
    const path = `/workflows/${id}?types=referenced`
    const first = await get(path, { 'accept-encoding': 'br' })
    const etag = String(first.headers.etag)
    expect(etag).toMatch(/^W\/"\d+"$/)
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(304)
    // The compressed form has a weak tag, which a save accepts.
    const saved = await service.app.inject({
      method: 'PUT',
      url: `/api/v1/workflows/${id}`,
      headers: { ...service.as('editor'), 'if-match': etag },
      payload: { name: 'Renamed' },
    })
    expect(saved.statusCode).toBe(200)
    expect((await get(path, { 'if-none-match': etag })).statusCode).toBe(200)
    const own = String(saved.headers.etag)
    expect((await get(`/workflows/${id}`, { 'if-none-match': own })).statusCode).toBe(200)
    expect((await get(`/workflows/${id}/versions/1`)).headers.etag).toMatch(/^W\//)
  })

  test('a reply that varies by origin keeps that for caches', async () => {
    await using open = await testService({ flags: ['--cors-origin', 'https://host.example'] })
    const answer = await open.app.inject({ url: '/api/v1/nodes', headers: open.as('viewer') })
    expect(answer.headers.vary).toBe('Origin, Accept-Language, Accept-Encoding')
  })
})
