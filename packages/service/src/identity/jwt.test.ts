/** JWTs with a real key server on loopback. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

const ISSUER = 'https://id.example.com/'
const AUDIENCE = 'millrace'

const good = await generateKeyPair('ES256')
const rotated = await generateKeyPair('ES256')
const otherKey = await generateKeyPair('ES256')

let keys: unknown[]
let mode: 'well' | 'down' | 'nonsense' | 'silent'
let asked: number
let server: Server
let service: TestService

beforeAll(async () => {
  server = createServer((_request, response) => {
    asked++
    if (mode === 'silent') return
    response.statusCode = mode === 'down' ? 500 : 200
    response.end(mode === 'nonsense' ? '{"keys":' : JSON.stringify({ keys }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

beforeEach(async () => {
  keys = [{ ...(await exportJWK(good.publicKey)), kid: 'good', alg: 'ES256' }]
  mode = 'well'
  asked = 0
  service = await started([])
  return () => service[Symbol.asyncDispose]()
})

function started(flags: readonly string[]): Promise<TestService> {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`
  return testService({
    flags: ['--jwt-issuer', ISSUER, '--jwt-audience', AUDIENCE, '--jwt-jwks-url', url, ...flags],
  })
}

interface Making {
  readonly key?: CryptoKey
  readonly kid?: string
  readonly claims?: JWTPayload
  readonly without?: readonly string[]
}

function jwt({ key = good.privateKey, kid = 'good', claims = {}, without = [] }: Making = {}): Promise<string> {
  const now = Math.floor(service.clock.now() / 1000)
  const all: JWTPayload = { iss: ISSUER, aud: AUDIENCE, sub: 'ada', role: 'editor', iat: now, exp: now + 60, ...claims }
  const payload = Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name)))
  return new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid }).sign(key)
}

async function who(token: string) {
  const answer = await service.app.inject({
    url: '/api/v1/auth/session',
    headers: { authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, body: answer.json() }
}

describe('a token of the issuer', () => {
  test('is a caller with the role in its claim', async () => {
    expect(await who(await jwt({ claims: { name: 'Ada Lovelace' } }))).toEqual({
      status: 200,
      body: {
        success: true,
        data: {
          id: 'ada',
          name: 'Ada Lovelace',
          role: 'editor',
          permissions: ['read', 'run', 'write'],
          via: 'jwt',
          expiresAt: '2026-01-01T12:01:00.000Z',
        },
        message: 'Signed in',
      },
    })
  })

  test('may have several roles; the strongest one counts', async () => {
    const { body } = await who(await jwt({ claims: { role: ['viewer', 'unknown', 'operator'] } }))
    expect(body.data.role).toBe('operator')
  })

  test('may have its roles in another claim, or nested in a claim', async () => {
    await using nested = await started(['--jwt-role-claim', 'realm_access.roles'])
    const token = await jwt({ claims: { realm_access: { roles: ['admin'] } } })
    const headers = { authorization: `Bearer ${token}` }
    expect((await nested.app.inject({ url: '/api/v1/auth/session', headers })).json().data.role).toBe('admin')
  })

  test('without a known role has no access', async () => {
    for (const role of [undefined, 'owner', 7, {}, []]) {
      const { status } = await who(await jwt({ claims: { role } }))
      expect(status).toBe(403)
    }
  })

  test('is cached for a moment, but not beyond its expiry', async () => {
    const token = await jwt()
    await who(token)
    service.clock.advance(60_000)
    expect((await who(token)).status).toBe(200)
    service.clock.advance(5_001)
    expect((await who(token)).status).toBe(401)
  })

  test('signs in a browser until it expires, and its tickets expire with it', async () => {
    const payload = { token: await jwt() }
    const answer = await service.app.inject({ method: 'POST', url: '/api/v1/auth/session', payload })
    expect(answer.json().data).toMatchObject({ id: 'ada', via: 'session', expiresAt: '2026-01-01T12:01:00.000Z' })
    const headers = { cookie: String(answer.headers['set-cookie']).split(';')[0]! }
    const withCookie = async () => (await service.app.inject({ url: '/api/v1/auth/session', headers })).statusCode
    service.clock.advance(30_000)
    const bearer = { authorization: `Bearer ${payload.token}` }
    const ticket = await service.app.inject({ method: 'POST', url: '/api/v1/auth/tickets', headers: bearer })
    expect([await withCookie(), ticket.statusCode]).toEqual([200, 201])
    // A ticket would last a minute otherwise.
    service.clock.advance(30_000)
    expect(await withCookie()).toBe(401)
    expect(await service.services.auth.grants.take('ticket', ticket.json().data.ticket)).toBeUndefined()
  })

  test('is verified with keys that are fetched once', async () => {
    await Promise.all([1, 2, 3].map(async (n) => who(await jwt({ claims: { n } }))))
    expect(asked).toBe(1)
  })
})

describe('an invalid token', () => {
  test.each<[string, () => Promise<string>]>([
    ['signed with another key', () => jwt({ key: otherKey.privateKey })],
    ['with an unknown key id', () => jwt({ key: otherKey.privateKey, kid: 'unknown' })],
    ['of another issuer', () => jwt({ claims: { iss: 'https://evil.example/' } })],
    ['for another audience', () => jwt({ claims: { aud: 'other' } })],
    ['for nobody', () => jwt({ without: ['aud'] })],
    ['that has expired', () => jwt({ claims: { exp: Math.floor(service.clock.now() / 1000) - 6 } })],
    ['that is not valid yet', () => jwt({ claims: { nbf: Math.floor(service.clock.now() / 1000) + 60 } })],
    ['without an expiry', () => jwt({ without: ['exp'] })],
    ['of nobody', () => jwt({ without: ['sub'] })],
    ['with a changed character', async () => (await jwt()).replace(/.(?=.{5}$)/, (c) => (c === 'A' ? 'B' : 'A'))],
    ['without a signature', async () => `${(await jwt()).split('.').slice(0, 2).join('.')}.`],
    ['that is too long', async () => `${await jwt()}${'x'.repeat(20_000)}`],
    ['that is not a JWT', async () => 'a.b.c'],
    [
      'with the algorithm "none"',
      async () =>
        new UnsecuredJWT({ sub: 'ada', role: 'admin' })
          .setIssuer(ISSUER)
          .setAudience(AUDIENCE)
          .setExpirationTime('1h')
          .encode(),
    ],
    [
      'signed with the public key as a shared secret',
      () =>
        new SignJWT({ role: 'admin' })
          .setProtectedHeader({ alg: 'HS256', kid: 'good' })
          .setSubject('ada')
          .setIssuer(ISSUER)
          .setAudience(AUDIENCE)
          .setExpirationTime('1h')
          .sign(new TextEncoder().encode(JSON.stringify(keys[0]))),
    ],
  ])('%s is 401', async (_, make) => {
    expect(await who(await make())).toEqual({
      status: 401,
      body: { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' },
    })
  })

  test('is 401 where no issuer is configured', async () => {
    await using plain = await testService()
    const headers = { authorization: `Bearer ${await jwt()}` }
    expect((await plain.app.inject({ url: '/api/v1/auth/session', headers })).statusCode).toBe(401)
  })
})

describe('a faulty key server', () => {
  test.each(['down', 'nonsense'] as const)('%s: the request is rejected with the reason', async (trouble) => {
    mode = trouble
    expect(await who(await jwt())).toEqual({
      status: 503,
      body: {
        success: false,
        error: 'The token cannot be verified now: its issuer does not respond.',
        code: 'NOT_READY',
      },
    })
    mode = 'well'
    expect((await who(await jwt())).status).toBe(200)
  })

  test('that does not respond runs into the timeout', async () => {
    mode = 'silent'
    expect((await who(await jwt())).status).toBe(503)
  }, 10_000)

  test('does not affect API tokens', async () => {
    mode = 'down'
    expect((await who(service.tokens.viewer)).status).toBe(200)
  })

  test('new keys are fetched, but unknown key ids trigger it at most twice a minute', async () => {
    await who(await jwt())
    keys = [{ ...(await exportJWK(rotated.publicKey)), kid: 'rotated', alg: 'ES256' }]
    const token = await jwt({ key: rotated.privateKey, kid: 'rotated' })
    expect((await who(token)).status).toBe(401)
    expect(asked).toBe(1)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 31_000 })
    try {
      expect((await who(token)).status).toBe(200)
      expect(asked).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})
