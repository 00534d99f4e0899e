import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestService, testService } from '../testing/test-service.ts'

const APP = 'https://app.example.com'
const url = '/api/v1/workflows'

let service: TestService
beforeAll(async () => {
  service = await testService({ flags: ['--cors-origin', `${APP},http://localhost:3000/`] })
})
afterAll(() => service[Symbol.asyncDispose]())

function preflight(origin: string, at = service) {
  return at.app.inject({
    method: 'OPTIONS',
    url,
    headers: {
      origin,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'content-type,authorization',
    },
  })
}

function corsHeaders(headers: Record<string, unknown>): string[] {
  return Object.keys(headers).filter((name) => name.startsWith('access-control-'))
}

describe('a page of a listed origin', () => {
  test('may send a preflight request', async () => {
    const answer = await preflight(APP)
    expect(answer.statusCode).toBe(204)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
      'access-control-allow-headers':
        'Content-Type, Accept, Authorization, X-API-Key, If-Match, Last-Event-ID, X-FlowDrop-Instance',
      'access-control-max-age': '600',
    })
    expect(String(answer.headers.vary)).toMatch(/origin/i)
  })

  test('may read the reply and the headers of lists', async () => {
    const answer = await service.app.inject({ url, headers: { ...service.as('viewer'), origin: APP } })
    expect(answer.statusCode).toBe(200)
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': APP,
      'access-control-allow-credentials': 'true',
      'access-control-expose-headers':
        'ETag, X-Total-Count, X-Page-Size, X-Page-Offset, X-Search-Partial, X-Request-Id, Retry-After',
    })
  })

  test('may read errors too', async () => {
    for (const path of [url, '/api/v1/nothing', '/api/v1/nodes/x']) {
      const answer = await service.app.inject({ url: path, headers: { origin: APP } })
      expect(answer.headers['access-control-allow-origin'], path).toBe(APP)
    }
  })

  test('may be any of several listed origins', async () => {
    expect((await preflight('http://localhost:3000')).headers['access-control-allow-origin']).toBe(
      'http://localhost:3000',
    )
  })
})

describe('a page of another origin', () => {
  test.each(['https://evil.example', 'https://app.example.com.evil.example', 'http://app.example.com', 'null'])(
    '%s gets no CORS headers',
    async (origin) => {
      expect(corsHeaders((await preflight(origin)).headers)).toEqual([])
      const answer = await service.app.inject({ url, headers: { ...service.as('viewer'), origin } })
      expect(corsHeaders(answer.headers)).toEqual([])
    },
  )
})

test('without --cors-origin no origin gets CORS headers', async () => {
  await using closed = await testService()
  const answer = await preflight(APP, closed)
  expect(answer.statusCode).toBe(204)
  expect(corsHeaders(answer.headers)).toEqual([])
})
