import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

let service: TestService
beforeEach(async () => {
  service = await testService()
})
afterEach(() => service[Symbol.asyncDispose]())

const url = '/api/v1/auth/tokens'

async function make(payload: Record<string, unknown>) {
  return service.app.inject({ method: 'POST', url, headers: service.as('admin'), payload })
}

async function statusWith(token: string): Promise<number> {
  const answer = await service.app.inject({ url: '/api/v1/categories', headers: { authorization: `Bearer ${token}` } })
  return answer.statusCode
}

async function ticketOf(token: string): Promise<string> {
  const headers = { authorization: `Bearer ${token}` }
  return (await service.app.inject({ method: 'POST', url: '/api/v1/auth/tickets', headers })).json().data.ticket
}

/** A HEAD request, because an event stream would not end. */
async function statusOfStream(ticket: string): Promise<number> {
  return (await service.app.inject({ method: 'HEAD', url: `/api/v1/executions/events?ticket=${ticket}` })).statusCode
}

describe('creating a token', () => {
  test('returns its secret once, which works as bearer token and as API key', async () => {
    const answer = await make({ name: 'nightly', role: 'viewer' })
    expect(answer.statusCode).toBe(201)
    const { data, ...rest } = answer.json()
    expect(rest).toEqual({ success: true, message: 'Token created; its secret is shown only once' })
    expect(data).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'nightly',
      role: 'viewer',
      createdAt: '2026-01-01T12:00:00.000Z',
      createdBy: 'admin token',
      expiresAt: null,
      lastUsedAt: null,
      project: null,
      owner: null,
      token: expect.stringMatching(/^mrt_[\w-]{43}$/),
    })
    expect(await statusWith(data.token)).toBe(200)
    const asKey = await service.app.inject({ url: '/api/v1/categories', headers: { 'x-api-key': data.token } })
    expect(asKey.statusCode).toBe(200)
  })

  test('stores only a hash', async () => {
    const { token } = (await make({ name: 'nightly', role: 'viewer' })).json().data
    const stored = JSON.stringify(await service.services.store.tokens.list({ limit: 100, offset: 0 }))
    expect(stored).not.toContain(token)
    expect(stored).not.toContain(token.slice(4))
  })

  test('is valid until it expires', async () => {
    const { token } = (await make({ name: 'short', role: 'viewer', expiresAt: '2026-01-01T12:01:00Z' })).json().data
    expect(await statusWith(token)).toBe(200)
    service.clock.advance(59_999)
    expect(await statusWith(token)).toBe(200)
    service.clock.advance(1)
    expect(await statusWith(token)).toBe(401)
  })

  test('ends the sessions and tickets created from it when it expires', async () => {
    const { token } = (await make({ name: 'short', role: 'viewer', expiresAt: '2026-01-01T12:00:30Z' })).json().data
    const signedIn = await service.app.inject({ method: 'POST', url: '/api/v1/auth/session', payload: { token } })
    const headers = { cookie: String(signedIn.headers['set-cookie']).split(';')[0]! }
    const withCookie = async () => (await service.app.inject({ url: '/api/v1/auth/session', headers })).statusCode
    const tickets = [await ticketOf(token), await ticketOf(token)]
    service.clock.advance(29_999)
    expect([await withCookie(), await statusOfStream(tickets[0]!)]).toEqual([200, 200])
    service.clock.advance(1)
    expect([await withCookie(), await statusOfStream(tickets[1]!)]).toEqual([401, 401])
  })

  test.each<[Record<string, unknown>, string]>([
    [{ role: 'viewer' }, '/name'],
    [{ name: '', role: 'viewer' }, '/name'],
    [{ name: 'x'.repeat(101), role: 'viewer' }, '/name'],
    [{ name: 'a\u0000b', role: 'viewer' }, '/name'],
    [{ name: 'x', role: 'owner' }, '/role'],
    [{ name: 'x', role: 'viewer', expiresAt: 'tomorrow' }, '/expiresAt'],
    [{ name: 'x', role: 'viewer', expiresAt: '2025-01-01T00:00:00Z' }, '/expiresAt'],
    [{ name: 'x', role: 'viewer', expires: '2027-01-01T00:00:00Z' }, '/expires'],
  ])('%j is 422', async (payload, path) => {
    const answer = await make(payload)
    expect(answer.statusCode).toBe(422)
    expect(answer.json().details).toEqual([{ code: 'INVALID_VALUE', message: expect.any(String), path }])
  })
})

describe('listing tokens', () => {
  test('pages through them, newest first, without secrets', async () => {
    service.clock.advance(1000)
    const { token, ...made } = (await make({ name: 'nightly', role: 'viewer' })).json().data
    const answer = await service.app.inject({ url: `${url}?limit=1`, headers: service.as('admin') })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({ 'x-total-count': '5', 'x-page-size': '1', 'x-page-offset': '0' })
    expect(answer.json()).toEqual({ success: true, data: [made], message: 'Tokens found' })
    expect(answer.body).not.toContain(token)
    expect(answer.body).not.toContain('hash')
  })

  test('includes the last use, to the minute', async () => {
    const { id, token } = (await make({ name: 'nightly', role: 'viewer' })).json().data
    const lastUse = async () => {
      const answer = await service.app.inject({ url, headers: service.as('admin') })
      return answer.json().data.find((one: { id: string }) => one.id === id).lastUsedAt
    }
    await statusWith(token)
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000Z')
    service.clock.advance(59_000)
    await statusWith(token)
    expect(await lastUse()).toBe('2026-01-01T12:00:00.000Z')
    service.clock.advance(1_000)
    await statusWith(token)
    expect(await lastUse()).toBe('2026-01-01T12:01:00.000Z')
  })
})

describe('revoking a token', () => {
  const revoke = (id: string) =>
    service.app.inject({ method: 'DELETE', url: `${url}/${id}`, headers: service.as('admin') })

  test('takes effect immediately, even if it was just used', async () => {
    const { id, token } = (await make({ name: 'nightly', role: 'viewer' })).json().data
    expect(await statusWith(token)).toBe(200)
    const answer = await revoke(id)
    expect([answer.statusCode, answer.json()]).toEqual([200, { success: true, message: 'Token revoked' }])
    expect(await statusWith(token)).toBe(401)
    expect((await revoke(id)).statusCode).toBe(404)
  })

  test('ends the sessions and tickets created from it', async () => {
    const { id, token } = (await make({ name: 'nightly', role: 'viewer' })).json().data
    const signedIn = await service.app.inject({ method: 'POST', url: '/api/v1/auth/session', payload: { token } })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]!
    const withCookie = () => service.app.inject({ url: '/api/v1/auth/session', headers: { cookie } })
    expect((await withCookie()).statusCode).toBe(200)
    const ticket = await ticketOf(token)
    await revoke(id)
    expect((await withCookie()).statusCode).toBe(401)
    expect(await statusOfStream(ticket)).toBe(401)
  })

  test('an invalid id is 400', async () => {
    expect((await revoke('nonsense')).statusCode).toBe(400)
  })

  test('a concurrent look-up of the revoked token is not cached', async () => {
    const { tokens } = service.services.auth
    const { record, secret } = await tokens.create({ name: 'x', role: 'viewer', createdBy: 'x', expiresAt: null })
    const underWay = tokens.callerOf(secret)
    await service.services.auth.revokeToken(record.id)
    await underWay
    expect(await tokens.callerOf(secret)).toBeUndefined()
  })
})
