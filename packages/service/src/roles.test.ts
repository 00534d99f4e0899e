/** Every route with every role, with none, and with credentials that are no good. */
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

/** Asks with parameters that lead nowhere and no body: all that counts is whether the caller gets past the gate. */
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
    // A stream that is let in would not end; its head does.
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

describe('without a credential that is any good', () => {
  const unauthorized = { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' }

  test.each<[string, Record<string, string>]>([
    ['none', {}],
    ['a token that nobody made', { authorization: `Bearer mrt_${'x'.repeat(43)}` }],
    ['a token without its prefix', { authorization: `Bearer ${'x'.repeat(43)}` }],
    ['another scheme', { authorization: 'Basic YWRtaW46YWRtaW4=' }],
    ['an empty header', { authorization: '' }],
    ['a word that is no token', { authorization: 'Bearer' }],
    ['an API key that nobody made', { 'x-api-key': 'mrt_nothing' }],
    ['a cookie that nobody was given', { cookie: 'millrace_session=nothing' }],
  ])('%s: every guarded route is 401', async (_, headers) => {
    for (const endpoint of guarded) {
      const answer = await ask(endpoint, headers)
      expect([answer.statusCode, answer.json()], nameOf(endpoint)).toEqual([401, unauthorized])
    }
  })

  test('a ticket opens nothing but streams', async () => {
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
