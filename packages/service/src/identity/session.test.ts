import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await testService({ flags: ['--cors-origin', 'https://app.example.com'] })
})
afterEach(() => service[Symbol.asyncDispose]())

const url = '/api/v1/auth/session'
const SAME_ORIGIN = { origin: 'http://localhost', host: 'localhost' }

function signIn(payload: Record<string, unknown>, headers: Record<string, string> = {}) {
  return service.app.inject({ method: 'POST', url, payload, headers })
}

async function cookieFor(role: 'viewer' | 'editor' | 'admin'): Promise<string> {
  const answer = await signIn({ token: service.tokens[role] })
  return String(answer.headers['set-cookie']).split(';')[0]!
}

async function linkCode(): Promise<string> {
  const caller = { id: 'admin', name: 'Admin', role: 'admin', via: 'link', tokenId: null, expiresAt: null } as const
  return (await service.services.auth.grants.create('link', caller)).secret
}

describe('signing in', () => {
  test('sets a cookie that scripts cannot read, for a week', async () => {
    const answer = await signIn({ token: service.tokens.editor })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['set-cookie']).toMatch(
      /^millrace_session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Expires=Thu, 08 Jan 2026 12:00:00 GMT$/,
    )
    expect(answer.json()).toEqual({
      success: true,
      data: {
        id: expect.any(String),
        name: 'editor token',
        role: 'editor',
        permissions: ['read', 'run', 'write'],
        via: 'session',
        expiresAt: '2026-01-08T12:00:00.000Z',
      },
      message: 'Signed in',
    })
  })

  test('sets a Secure cookie if a proxy reports TLS', async () => {
    const answer = await signIn({ token: service.tokens.editor }, { 'x-forwarded-proto': 'https' })
    expect(answer.headers['set-cookie']).toMatch(/; Secure/)
  })

  test('never outlives the token', async () => {
    const expiresAt = service.clock.now() + 60_000
    const { secret } = await service.services.auth.tokens.create({
      name: 'x',
      role: 'viewer',
      createdBy: 'x',
      expiresAt,
    })
    expect((await signIn({ token: secret })).json().data.expiresAt).toBe('2026-01-01T12:01:00.000Z')
  })

  test('with the code of a link works once', async () => {
    const code = await linkCode()
    const first = await signIn({ code })
    expect(first.json().data).toMatchObject({ id: 'admin', role: 'admin', expiresAt: '2026-01-08T12:00:00.000Z' })
    const second = await signIn({ code })
    expect([second.statusCode, second.json()]).toEqual([
      401,
      { success: false, error: 'The code was already used or has expired.', code: 'UNAUTHORIZED' },
    ])
  })

  test.each<[Record<string, unknown>, number]>([
    [{}, 422],
    [{ token: 'a', code: 'b' }, 422],
    [{ token: 1 }, 422],
    [{ token: 'mrt_nothing' }, 401],
    [{ token: 'mrt_\u0000\r\n' }, 401],
    [{ code: 'nothing' }, 401],
  ])('%j is rejected', async (payload, status) => {
    expect((await signIn(payload)).statusCode).toBe(status)
  })
})

describe('signing in from a page', () => {
  test.each<[string, Record<string, string>, number]>([
    ['of our own origin', { 'sec-fetch-site': 'same-origin', origin: 'http://localhost' }, 200],
    ['of a listed origin', { 'sec-fetch-site': 'cross-site', origin: 'https://app.example.com' }, 200],
    ['of another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['of another site that hides its origin', { 'sec-fetch-site': 'cross-site', origin: 'null' }, 403],
    ['of another site in an old browser', { origin: 'https://evil.example' }, 403],
    ['without any header, as from a program', {}, 200],
  ])('%s: %j is %d', async (_, headers, status) => {
    const answer = await signIn({ token: service.tokens.viewer }, { host: 'localhost', ...headers })
    expect([answer.statusCode, answer.headers['set-cookie'] === undefined]).toEqual([status, status !== 200])
  })
})

test('a sign-in request has a small body limit, because its caller is not authenticated', async () => {
  const answer = await signIn({ token: 'x'.repeat(100_000) })
  expect([answer.statusCode, answer.json().error]).toEqual([413, 'The body is larger than 64 KiB.'])
})

describe('a session', () => {
  test('returns the current caller', async () => {
    const answer = await service.app.inject({ url, headers: { cookie: await cookieFor('viewer') } })
    expect(answer.json().data).toMatchObject({
      name: 'viewer token',
      role: 'viewer',
      permissions: ['read'],
      via: 'session',
    })
  })

  test('ends after a week', async () => {
    const cookie = await cookieFor('viewer')
    service.clock.advance(7 * 24 * 3600_000 - 1)
    expect((await service.app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
    service.clock.advance(1)
    expect((await service.app.inject({ url, headers: { cookie } })).statusCode).toBe(401)
  })

  test('ends immediately and permanently when the user signs out', async () => {
    const cookie = await cookieFor('viewer')
    expect((await service.app.inject({ url, headers: { cookie } })).statusCode).toBe(200)
    const answer = await service.app.inject({ method: 'DELETE', url, headers: { cookie, ...SAME_ORIGIN } })
    expect(answer.json()).toEqual({ success: true, message: 'Signed out' })
    expect(answer.headers['set-cookie']).toMatch(/^millrace_session=; Path=\/; HttpOnly; SameSite=Lax; Max-Age=0$/)
    expect((await service.app.inject({ url, headers: { cookie } })).statusCode).toBe(401)
  })

  test('is not used if the request also has an invalid token', async () => {
    const headers = { cookie: await cookieFor('viewer'), authorization: 'Bearer mrt_nothing' }
    expect((await service.app.inject({ url, headers })).statusCode).toBe(401)
  })
})

describe('a write with the session cookie', () => {
  const write = async (headers: Record<string, string>) => {
    const cookie = await cookieFor('editor')
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows',
      headers: { cookie, host: 'localhost', ...headers },
      payload: { name: 'Hello' },
    })
    return answer.statusCode
  }

  test.each<[string, Record<string, string>, number]>([
    ['from a page of our origin', { origin: 'http://localhost' }, 201],
    ['from a page of our origin by Sec-Fetch-Site', { 'sec-fetch-site': 'same-origin' }, 201],
    ['from a listed origin', { origin: 'https://app.example.com', 'sec-fetch-site': 'cross-site' }, 201],
    ['from another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }, 403],
    ['from another port', { origin: 'http://localhost:3000' }, 403],
    ['from a sandboxed frame', { origin: 'null' }, 403],
    ['without any origin header', {}, 403],
  ])('%s: %j', async (_, headers, status) => {
    expect(await write(headers)).toBe(status)
  })

  test('is checked for its origin, unlike a write with a token', async () => {
    const headers = { ...service.as('editor'), origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows',
      headers,
      payload: { name: 'Hi' },
    })
    expect(answer.statusCode).toBe(201)
  })

  test('may be a read from any origin: another page cannot see the response', async () => {
    const headers = { cookie: await cookieFor('viewer'), 'sec-fetch-site': 'cross-site' }
    expect((await service.app.inject({ url, headers })).statusCode).toBe(200)
  })
})

describe('a ticket', () => {
  test('is valid for one use within a minute', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/tickets',
      headers: service.as('viewer'),
    })
    expect(answer.statusCode).toBe(201)
    const { data } = answer.json()
    expect(data).toEqual({ ticket: expect.stringMatching(/^[\w-]{43}$/), expiresAt: '2026-01-01T12:01:00.000Z' })
    const { grants } = service.services.auth
    expect(await grants.take('ticket', data.ticket)).toMatchObject({ role: 'viewer', via: 'ticket' })
    expect(await grants.take('ticket', data.ticket)).toBeUndefined()
  })

  test('is invalid after a minute', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/auth/tickets',
      headers: service.as('viewer'),
    })
    service.clock.advance(60_000)
    expect(await service.services.auth.grants.take('ticket', answer.json().data.ticket)).toBeUndefined()
  })
})
