import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

const url = '/api/v1/auth/sessions'
const OWN = { origin: 'http://localhost', host: 'localhost' }

async function signIn(credential: { token: string } | { code: string }): Promise<Record<string, string>> {
  const answer = await service.app.inject({ method: 'POST', url: '/api/v1/auth/session', payload: credential })
  return { cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', ...OWN }
}

async function byLink(): Promise<Record<string, string>> {
  const admin = { id: 'admin', name: 'Admin', role: 'admin', via: 'link', tokenId: null, expiresAt: null } as const
  return signIn({ code: (await service.services.auth.grants.create('link', admin)).secret })
}

async function statusOf(headers: Record<string, string>): Promise<number> {
  return (await service.app.inject({ url: '/api/v1/auth/session', headers })).statusCode
}

async function list(headers: Record<string, string> = service.as('admin')) {
  return service.app.inject({ url, headers })
}

test('lists the sessions of tokens and of the sign-in link, without their secrets', async () => {
  const link = await byLink()
  service.clock.advance(1000)
  const viewer = await signIn({ token: service.tokens.viewer })
  const answer = await list(link)
  expect(answer.headers['x-total-count']).toBe('2')
  expect(answer.json().data).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f]{64}$/),
      callerId: expect.any(String),
      name: 'viewer token',
      role: 'viewer',
      createdAt: '2026-01-01T12:00:01.000Z',
      expiresAt: '2026-01-08T12:00:01.000Z',
      tokenId: expect.any(String),
      isCurrent: false,
    },
    expect.objectContaining({ callerId: 'admin', name: 'Admin', role: 'admin', tokenId: null, isCurrent: true }),
  ])
  const secret = viewer.cookie?.split('=')[1] ?? ''
  expect(answer.body).not.toContain(secret)
  // The id of a session is not a credential.
  const { id } = answer.json().data[1]
  expect(await statusOf({ cookie: `millrace_session=${id}` })).toBe(401)
})

test('does not list expired sessions', async () => {
  await byLink()
  service.clock.advance(7 * 24 * 3600_000)
  expect((await list()).json().data).toEqual([])
})

test('ends the session of the sign-in link immediately, and no other', async () => {
  const link = await byLink()
  const viewer = await signIn({ token: service.tokens.viewer })
  expect([await statusOf(link), await statusOf(viewer)]).toEqual([200, 200])
  const sessions: { id: string; callerId: string }[] = (await list()).json().data
  const id = sessions.find(({ callerId }) => callerId === 'admin')?.id
  const end = () => service.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: service.as('admin') })
  expect((await end()).json()).toEqual({ success: true, message: 'Session ended' })
  expect([await statusOf(link), await statusOf(viewer)]).toEqual([401, 200])
  expect((await end()).statusCode).toBe(404)
})

test('ends all sessions except that of the request', async () => {
  const link = await byLink()
  const others = [await byLink(), await signIn({ token: service.tokens.editor })]
  const answer = await service.app.inject({ method: 'DELETE', url, headers: link })
  expect(answer.json()).toEqual({ success: true, data: { ended: 2 }, message: 'Sessions ended' })
  expect(await statusOf(link)).toBe(200)
  for (const other of others) expect(await statusOf(other)).toBe(401)
})

test('ends all sessions if the request has a token', async () => {
  const link = await byLink()
  const answer = await service.app.inject({ method: 'DELETE', url, headers: service.as('admin') })
  expect(answer.json().data).toEqual({ ended: 1 })
  expect(await statusOf(link)).toBe(401)
})
