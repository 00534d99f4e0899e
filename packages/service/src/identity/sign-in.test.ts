import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'
import { signInPage } from './sign-in-page.ts'

let service: TestService
let code: string
beforeEach(async () => {
  service = await testService()
  const caller = { id: 'admin', name: 'Admin', role: 'admin', via: 'link', tokenId: null, expiresAt: null } as const
  code = (await service.services.auth.grants.create('link', caller)).secret
})
afterEach(() => service[Symbol.asyncDispose]())

function open(headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  return service.app.inject({ method, url: `/sign-in?code=${code}`, headers })
}

describe('the one-time link', () => {
  test('signs in and redirects', async () => {
    const answer = await open()
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/'])
    const cookie = String(answer.headers['set-cookie']).split(';')[0]!
    const who = await service.app.inject({ url: '/api/v1/auth/session', headers: { cookie } })
    expect(who.json().data).toMatchObject({ id: 'admin', role: 'admin', via: 'session' })
  })

  test('works once; a second click shows a page that explains how to continue', async () => {
    await open()
    const answer = await open()
    expect(answer.statusCode).toBe(410)
    expect(answer.headers['set-cookie']).toBeUndefined()
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.body).toContain('This link was used before, or is older than 15 minutes.')
    expect(answer.body).toContain('admin-token')
    expect(answer.body).not.toContain(code)
  })

  test('works for 15 minutes', async () => {
    service.clock.advance(15 * 60_000)
    expect((await open()).statusCode).toBe(410)
  })

  test('is not used up by prefetching', async () => {
    const peeks = [{ 'sec-purpose': 'prefetch;prerender' }, { purpose: 'prefetch' }, { 'x-moz': 'prefetch' }]
    for (const headers of peeks) expect((await open(headers as Record<string, string>)).statusCode).toBe(503)
    expect((await open({}, 'HEAD')).statusCode).toBe(503)
    expect((await open()).statusCode).toBe(303)
  })

  test('is rejected and not used up if another site embeds it', async () => {
    const embedded = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'iframe' }
    expect((await open(embedded)).statusCode).toBe(403)
    const followed = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await open(followed)).statusCode).toBe(303)
  })

  test('signs in only one of two simultaneous clicks', async () => {
    const statuses = (await Promise.all([open(), open(), open()])).map((answer) => answer.statusCode)
    expect(statuses.sort()).toEqual([303, 410, 410])
  })
})

describe('the page without a code', () => {
  test('offers to sign in with a token, under a policy that allows no other scripts', async () => {
    const answer = await service.app.inject({ url: '/sign-in' })
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toContain('data-session="/api/v1/auth/session"')
    expect(answer.body).not.toMatch(/type="email"|<details>/)
    expect(answer.headers['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'sha256-[\w+/=]+'; style-src 'sha256-[\w+/=]+'; connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(answer.headers['referrer-policy']).toBe('no-referrer')
  })

  test('offers the accounts of people first, and escapes the name of the provider', () => {
    const provider = { name: 'A & <b>"B"</b>', url: '/x/sign-in/oidc' }
    const { config } = service
    const { body } = signInPage({ sentence: 'Hello.', status: 200, config, methods: { password: true, provider } })
    expect(body).toContain('<a href="/x/sign-in/oidc">Sign in with A &#38; &#60;b&#62;&#34;B&#34;&#60;/b&#62;</a>')
    expect(body).toMatch(/name="email".*name="password".*<details>.*name="token"/s)
  })
})
