/** Every route with every role, without one, and with invalid credentials. */
import { type Permission, ROLES, type Role } from '@millrace/model'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Method } from './http/define-route.ts'
import { type Endpoint, endpointsOf } from './http/load-routes.ts'
import { PERMISSIONS } from './platform/caller.ts'
import { loadRoutes } from './routes.ts'
import { type TestService, testService } from './testing/test-service.ts'

const endpoints = endpointsOf(await loadRoutes(), '/api/v1')
const guarded = endpoints.filter(({ route }) => route.access !== 'open')

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

/** Sends a request with arbitrary parameters and no body: only the access check matters. */
function ask({ route, url }: Endpoint, headers: Record<string, string>, method: Method | 'HEAD' = route.method) {
  const path = url.replace(/:\w+/g, '00000000-0000-4000-8000-000000000000')
  return service.app.inject({ method, url: path, headers })
}

const nameOf = ({ route, url }: Endpoint) => `${route.method} ${url}`

describe.each(ROLES)('%s', (role: Role) => {
  test.each(guarded.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (_, endpoint) => {
    const permission = endpoint.route.access as Permission
    const granted: readonly Permission[] = PERMISSIONS[role]
    const isGranted = granted.includes(permission)
    // A stream that is accepted would not end; a HEAD request does.
    const method = isGranted && endpoint.route.streaming === true ? 'HEAD' : endpoint.route.method
    const answer = await ask(endpoint, service.as(role), method)
    if (isGranted) {
      expect([200, 201, 202, 400, 404, 422]).toContain(answer.statusCode)
    } else {
      expect(answer.statusCode).toBe(403)
      expect(answer.json()).toEqual({
        success: false,
        error: `This operation requires the permission "${permission}".`,
        code: 'FORBIDDEN',
      })
    }
  })
})

describe('without a valid credential', () => {
  const unauthorized = { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' }

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['an unknown token', { authorization: `Bearer mrt_${'x'.repeat(43)}` }],
    ['a token without its prefix', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['another scheme', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
    ['an empty header', { authorization: '' }],
    ['a scheme without a token', { authorization: 'Bearer' }],
    ['an unknown API key', { 'x-api-key': 'mrt_nothing' }],
    ['an unknown session cookie', { cookie: 'millrace_session=nothing' }],
  ])('%s: every guarded route is 401', async (_, headers) => {
    for (const endpoint of guarded) {
      const answer = await ask(endpoint, headers)
      expect([answer.statusCode, answer.json()], nameOf(endpoint)).toEqual([401, unauthorized])
    }
  })

  test('every open route is served', async () => {
    const open = endpoints.filter(({ route }) => route.access === 'open')
    expect(open.length).toBeGreaterThan(20)
    for (const endpoint of open) {
      const answer = await ask(endpoint, {})
      expect([answer.statusCode, answer.body], nameOf(endpoint)).not.toEqual([401, JSON.stringify(unauthorized)])
      expect(answer.statusCode, nameOf(endpoint)).not.toBe(403)
    }
  })

  test('a ticket is accepted by streams only', async () => {
    const { secret } = await service.services.auth.grants.create('ticket', {
      id: 'x',
      name: 'x',
      role: 'admin',
      via: 'token',
      tokenId: null,
      expiresAt: null,
    })
    const answer = await service.app.inject({ url: `/api/v1/nodes?ticket=${secret}` })
    expect(answer.statusCode).toBe(401)
  })
})
