import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadRoutes } from '../routes.ts'
import { injectable } from '../testing/injectable.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { createApp } from './app.ts'

let service: TestService
beforeAll(async () => {
  service = await testService()
})
afterAll(() => service[Symbol.asyncDispose]())

describe('paths without a route', () => {
  test('an unknown path is 404 with the common error body', async () => {
    const answer = await service.app.inject({ url: '/api/v1/nothing' })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({ success: false, error: 'There is no such path.', code: 'NOT_FOUND' })
  })

  test('an unknown path is 404 for a write too, with any body', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/nothing',
      headers: { 'content-type': 'text/plain' },
      payload: 'hello',
    })
    expect(answer.statusCode).toBe(404)
  })

  test('another method is 405 with the allowed methods', async () => {
    const answer = await service.app.inject({ method: 'PUT', url: '/api/v1/nodes' })
    expect(answer.statusCode).toBe(405)
    expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    expect(answer.json()).toEqual({
      success: false,
      error: 'The path does not support this method.',
      code: 'METHOD_NOT_ALLOWED',
    })
  })

  test('OPTIONS returns the allowed methods', async () => {
    const answer = await service.app.inject({ method: 'OPTIONS', url: '/api/v1/workflows/x' })
    expect(answer.statusCode).toBe(204)
    expect(answer.headers.allow).toBe('DELETE, GET, HEAD, OPTIONS, PUT')
    expect(answer.body).toBe('')
  })

  test('OPTIONS of an unknown path is 404', async () => {
    expect((await service.app.inject({ method: 'OPTIONS', url: '/nothing' })).statusCode).toBe(404)
  })

  test('invalid percent-encoding in the path is 400', async () => {
    const answer = await service.app.inject({ url: '/api/v1/nodes/%E0%A4%A' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The path is not percent-encoded correctly.',
      code: 'VALIDATION_ERROR',
    })
  })

  test('a path parameter that is too long is 400', async () => {
    const answer = await service.app.inject({ url: `/api/v1/nodes/${'x'.repeat(5000)}`, headers: service.as('viewer') })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe('VALIDATION_ERROR')
  })

  test('a NUL character in a path parameter is 400', async () => {
    const answer = await service.app.inject({ url: '/api/v1/nodes/a%00b', headers: service.as('viewer') })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The parameter "id" must not contain a NUL character.',
      code: 'VALIDATION_ERROR',
      details: [{ code: 'INVALID_PARAMETER', message: 'must not contain a NUL character', path: 'id' }],
    })
  })
})

describe('every response', () => {
  test('has the security headers and a request id', async () => {
    const { headers } = await service.app.inject({ url: '/health' })
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'referrer-policy': 'no-referrer',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })

  test('has them also if it is an error of any kind', async () => {
    for (const url of ['/nothing', '/api/v1/nodes', '/%E0%A4%A']) {
      const { headers } = await service.app.inject({ url })
      expect(headers['x-content-type-options'], url).toBe('nosniff')
    }
  })

  test('does not name the server software', async () => {
    const { headers } = await service.app.inject({ url: '/health' })
    expect(headers['x-powered-by']).toBeUndefined()
    expect(headers.server).toBeUndefined()
  })
})

test('a request of an operation has a debug line in the log, also if it is rejected; one without a route has none', async () => {
  const operationOf = async (url: string) => {
    const id = (await service.app.inject({ url })).headers['x-request-id']
    return service.lines.find(({ level, facts }) => level === 'debug' && facts.request === id)?.facts
  }
  expect(await operationOf('/health')).toMatchObject({ operation: 'getHealth', status: 200, ms: expect.any(Number) })
  expect(await operationOf('/api/v1/workflows')).toMatchObject({ operation: 'listWorkflows', status: 401 })
  expect(await operationOf('/nothing')).toBeUndefined()
})

describe('methods and requests', () => {
  test('HEAD responds like GET, without the body', async () => {
    const answer = await service.app.inject({ method: 'HEAD', url: '/api/v1/nodes', headers: service.as('viewer') })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['x-total-count']).toBeDefined()
    expect(answer.body).toBe('')
  })

  test('a GET and a DELETE with a Content-Type and no body are accepted, as the public client sends them', async () => {
    const headers = { ...service.as('admin'), 'content-type': 'application/json' }
    expect((await service.app.inject({ url: '/api/v1/categories', headers })).statusCode).toBe(200)
    const url = '/api/v1/auth/tokens/00000000-0000-0000-0000-000000000000'
    expect((await service.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(404)
  })

  test('an empty query string and a trailing slash are accepted', async () => {
    for (const url of ['/api/v1/nodes?', '/api/v1/nodes/', '/api/v1/nodes/?limit=1']) {
      expect((await service.app.inject({ url, headers: service.as('viewer') })).statusCode, url).toBe(200)
    }
  })

  test('a write with an invalid body and without a credential is 401', async () => {
    const answer = await service.app.inject({
      method: 'POST',
      url: '/api/v1/workflows',
      headers: { 'content-type': 'application/json' },
      payload: '{broken',
    })
    expect(answer.statusCode).toBe(401)
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="millrace"')
    expect(answer.json()).toEqual({ success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' })
  })
})

describe('the Host header', () => {
  test('rejects an unknown name if the service listens on loopback', async () => {
    const answer = await service.app.inject({ url: '/health', headers: { host: 'evil.example:7410' } })
    expect(answer.statusCode).toBe(403)
    expect(answer.json()).toEqual({
      success: false,
      error: 'The host name of the request is not allowed; add it with --allowed-host.',
      code: 'FORBIDDEN',
    })
  })

  test('accepts the names of this machine', async () => {
    for (const host of ['localhost:7410', '127.0.0.1:7410', '[::1]:7410', 'LOCALHOST', 'app.localhost']) {
      expect((await service.app.inject({ url: '/health', headers: { host } })).statusCode, host).toBe(200)
    }
  })

  test('accepts a name of --allowed-host', async () => {
    await using open = await testService({ flags: ['--allowed-host', 'flows.example.com'] })
    expect((await open.app.inject({ url: '/health', headers: { host: 'flows.example.com' } })).statusCode).toBe(200)
    expect((await open.app.inject({ url: '/health', headers: { host: 'other.example.com' } })).statusCode).toBe(403)
  })
})

describe('while the service stops', () => {
  test('health is 503, other requests are served, and every connection is closed', async () => {
    await using stopping = await testService()
    stopping.stop()
    const other = await stopping.app.inject({ url: '/api/v1/categories', headers: stopping.as('viewer') })
    expect([other.statusCode, other.headers.connection]).toEqual([200, 'close'])
    const answer = await stopping.app.inject({ url: '/health' })
    expect(answer.statusCode).toBe(503)
    expect(answer.headers.connection).toBe('close')
    expect(answer.json()).toEqual({ success: false, error: 'The service is stopping.', code: 'NOT_READY' })
  })
})

describe('another base path', () => {
  test('moves the API but not the routes at the root', async () => {
    await using moved = await testService({ flags: ['--base-path', '/api/flowdrop/'] })
    const headers = moved.as('viewer')
    expect((await moved.app.inject({ url: '/api/flowdrop/categories', headers })).statusCode).toBe(200)
    expect((await moved.app.inject({ url: '/api/v1/categories', headers })).statusCode).toBe(404)
    expect((await moved.app.inject({ url: '/health' })).statusCode).toBe(200)
    expect((await moved.app.inject({ url: '/api/flowdrop/health' })).statusCode).toBe(200)
  })

  test('may be the root', async () => {
    await using atRoot = await testService({ flags: ['--base-path', '/'] })
    expect((await atRoot.app.inject({ url: '/categories', headers: atRoot.as('viewer') })).statusCode).toBe(200)
    expect((await atRoot.app.inject({ url: '/health' })).statusCode).toBe(200)
  })
})

test('closes a connection that sends nothing, but not one that is in use', async () => {
  await using quiet = await testService({ silentConnectionMs: 1_000 })
  await quiet.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = quiet.app.server.address() as AddressInfo
  const silent = connect(port, '127.0.0.1')
  const busy = connect(port, '127.0.0.1')
  busy.write('GET /version HTTP/1.1\r\nHost: localhost\r\n')
  await once(silent, 'close')
  busy.write('\r\n')
  const [answer] = await once(busy, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 /)
  busy.destroy()
})

test('requests wait until the service has resumed its executions, except probes', async () => {
  const ready = Promise.withResolvers<void>()
  const app = injectable(await createApp(service.services, { routes: await loadRoutes(), ready: ready.promise }))
  const order: string[] = []
  const answers = ['/health', '/api/v1/nodes'].map(async (url) => {
    const answer = await app.inject({ url, headers: service.as('viewer') })
    order.push('answered')
    return answer.statusCode
  })
  for (const url of ['/livez', '/readyz']) expect((await app.inject({ url })).statusCode, url).toBe(200)
  // Another application responds meanwhile, so this one had time to respond.
  expect((await service.app.inject({ url: '/health' })).statusCode).toBe(200)
  order.push('ready')
  ready.resolve()
  expect(await Promise.all(answers)).toEqual([200, 200])
  expect(order[0]).toBe('ready')
  await app.close()
})
