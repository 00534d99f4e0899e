import { Type } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { bare, defineRoute } from './define-route.ts'

/** A minimal streaming route. */
const stream = {
  file: 'stream.route.ts',
  route: defineRoute({
    operation: 'stream',
    method: 'GET',
    path: '/stream',
    access: 'read',
    streaming: true,
    summary: 'A stream',
    reply: bare(Type.Any()),
    errors: [],
    handle: ({ caller }) => ({ via: caller.via, role: caller.role }),
  }),
}

async function ticketOf(service: TestService): Promise<string> {
  const caller = await service.services.auth.callerOf(service.as('viewer'))
  return (await service.services.auth.grants.create('ticket', caller)).secret
}

describe('a stream', () => {
  test('accepts a ticket once', async () => {
    await using service = await testService({ routes: [stream] })
    const url = `/api/v1/stream?a=1&ticket=${await ticketOf(service)}`
    expect((await service.app.inject({ url })).json()).toEqual({ via: 'ticket', role: 'viewer' })
    expect((await service.app.inject({ url })).statusCode).toBe(401)
  })

  test('accepts a header or a cookie like every route', async () => {
    await using service = await testService({ routes: [stream] })
    expect((await service.app.inject({ url: '/api/v1/stream', headers: service.as('viewer') })).statusCode).toBe(200)
  })

  test('rejects the session cookie for pages of another origin, because sockets can be read across origins', async () => {
    await using service = await testService({ routes: [stream] })
    const caller = await service.services.auth.callerOf(service.as('viewer'))
    const { secret } = await service.services.auth.grants.create('session', caller)
    const open = (headers: Record<string, string>) =>
      service.app.inject({ url: '/api/v1/stream', headers: { cookie: `millrace_session=${secret}`, ...headers } })
    expect((await open({ origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await open({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(200)
    expect((await open({})).statusCode).toBe(200)
  })
})

describe('--auth none', () => {
  const routes = [sampleRoute({ access: 'admin', bodyOptional: true }), stream]
  const post = (service: TestService, headers: Record<string, string>) =>
    service.app.inject({ method: 'POST', url: '/api/v1/sample', headers })

  test('gives every caller admin rights', async () => {
    await using service = await testService({ flags: ['--auth', 'none'], routes })
    expect((await post(service, {})).statusCode).toBe(200)
    expect((await post(service, { authorization: 'Bearer nonsense' })).statusCode).toBe(200)
  })

  test('does not give admin rights to pages of other origins', async () => {
    await using service = await testService({ flags: ['--auth', 'none'], routes })
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    const answer = await post(service, foreign)
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      { success: false, error: 'Requests from pages of this origin are not allowed.', code: 'FORBIDDEN' },
    ])
    expect((await post(service, { host: 'localhost', origin: 'http://localhost' })).statusCode).toBe(200)
  })
})
