/** A service below a path: what it serves and what its replies refer to. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { builtFile } from './built-page.ts'
import { guideFile } from './guide-files.ts'

const PUBLIC = 'https://intranet.example.com/millrace'
const ORIGIN = 'https://intranet.example.com'
const isBuilt = (await builtFile('index.html')) !== undefined
const isGuideBuilt = (await guideFile('index.html')) !== undefined

let service: TestService
beforeAll(async () => {
  service = await testService({ flags: ['--public-url', `${PUBLIC}/`] })
})
afterAll(() => service[Symbol.asyncDispose]())

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ url, headers })

describe.each(['/millrace', ''])('requests with the prefix "%s"', (prefix) => {
  test('reach every route', async () => {
    for (const path of ['/livez', '/docs', '/sign-in', '/api/v1/system/version']) {
      expect((await get(prefix + path)).statusCode, path).toBe(200)
    }
    expect((await get(`${prefix}/api/v1/nodes`)).statusCode).toBe(401)
  })

  test('get pages whose addresses have the path', async () => {
    const docs = await get(`${prefix}/docs`)
    const files = [...docs.body.matchAll(/(?:src|href)="([^"]*)"/g)].map(([, file]) => String(file))
    expect(files).toHaveLength(5)
    for (const file of files) expect(file).toMatch(/^\/millrace\/docs\//)
    const script = (await get(`${prefix}/docs/start.js`)).body
    expect(script).toContain('fetch("/millrace/api/v1/openapi.json")')
    expect(script).toContain('location.assign("/millrace/sign-in")')
    expect((await get(`${prefix}/sign-in`)).body).toContain(
      'data-session="/millrace/api/v1/auth/session" data-page="/millrace/"',
    )
  })

  test.runIf(isGuideBuilt)('are redirected to the first page of the documentation below the path', async () => {
    const { statusCode, headers } = await get(`${prefix}/docs/guide`)
    expect([statusCode, headers.location]).toEqual([302, '/millrace/docs/guide/index.html'])
    expect((await get(`${prefix}/docs/guide/index.html`)).statusCode).toBe(200)
  })

  test.runIf(isBuilt)('get the editor with the address of the API', async () => {
    const { body } = await get(`${prefix}/`)
    expect(body).toContain('<meta name="millrace-api" content="/millrace/api/v1" />')
    expect(body).toContain('<meta name="millrace-root" content="/millrace" />')
    const files = [...body.matchAll(/(?:src|href)="(?!data:)([^"]*)"/g)].map(([, file]) => String(file))
    for (const file of files) {
      expect(file).toMatch(/^\/millrace\/web\//)
      expect((await get(file)).statusCode, file).toBe(200)
    }
  })
})

test('the session cookie is for the path and for TLS, also when it is deleted', async () => {
  const made = await service.app.inject({
    method: 'POST',
    url: '/millrace/api/v1/auth/session',
    payload: { token: service.tokens.editor },
  })
  expect(made.headers['set-cookie']).toMatch(/; Path=\/millrace; HttpOnly; SameSite=Lax; Secure; Expires=/)
  const cookie = String(made.headers['set-cookie']).split(';')[0]!
  const ended = await service.app.inject({
    method: 'DELETE',
    url: '/api/v1/auth/session',
    headers: { cookie, origin: ORIGIN },
  })
  expect(ended.headers['set-cookie']).toMatch(/=; Path=\/millrace; HttpOnly; SameSite=Lax; Secure; Max-Age=0/)
})

test('the sign-in link leads to the page below the path', async () => {
  const { auth } = service.services
  const admin = { id: 'a', name: 'A', role: 'admin', via: 'link', tokenId: null, expiresAt: null } as const
  const { secret } = await auth.grants.create('link', admin)
  const answer = await get(`/millrace/sign-in?code=${secret}`)
  expect([answer.statusCode, answer.headers.location]).toEqual([303, '/millrace/'])
})

test('a page of the public origin may write with the cookie, even if the proxy replaces the host', async () => {
  const signIn = { method: 'POST', url: '/api/v1/auth/session', payload: { token: service.tokens.editor } } as const
  const { headers } = await service.app.inject(signIn)
  const cookie = String(headers['set-cookie']).split(';')[0]!
  const write = (origin: string) =>
    service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows',
      headers: { cookie, origin, host: '127.0.0.1:7410' },
      payload: { name: 'A', nodes: [], edges: [] },
    })
  expect((await write(ORIGIN)).statusCode).toBe(201)
  expect((await write('https://other.example.com')).statusCode).toBe(403)
})

test('the host of the public URL is accepted, another one is not', async () => {
  expect((await get('/livez', { host: 'intranet.example.com' })).statusCode).toBe(200)
  expect((await get('/livez', { host: 'other.example.com' })).statusCode).toBe(403)
})

test('the OpenAPI document names the public URL as its server', async () => {
  const { servers } = (await get('/millrace/api/v1/openapi.json', service.as('viewer'))).json()
  expect(servers).toEqual([{ url: PUBLIC }])
})

test('node types refer to addresses below the path', async () => {
  const { body } = await get('/api/v1/nodes?limit=500', service.as('viewer'))
  expect(body).toContain('"/millrace/api/v1/autocomplete/')
  expect(body).not.toContain('"/api/v1/autocomplete/')
})

test.each(['/docs', '/api', '/api/v1', '/web'])(
  'a service does not start below %s, which it serves itself',
  async (path) => {
    await expect(testService({ flags: ['--public-url', `${ORIGIN}${path}`] })).rejects.toThrow(
      `--public-url must not have the path ${path}: the service itself serves ${path}`,
    )
  },
)
