import { Problem, Type } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { testService } from '../testing/test-service.ts'
import { answer, bare, done, envelope, jsonText, page, type Route, text } from './define-route.ts'

async function answerOf(changes: Partial<Route<unknown>>) {
  await using service = await testService({ routes: [sampleRoute({ bodyOptional: true, ...changes })] })
  return service.app.inject({ method: 'POST', url: '/api/v1/sample' })
}

describe('the forms of a reply', () => {
  test('an envelope contains data and a message', async () => {
    const reply = envelope(Type.Array(Type.Integer()), 'Found')
    expect((await answerOf({ reply, handle: () => [1] })).json()).toEqual({
      success: true,
      data: [1],
      message: 'Found',
    })
  })

  test('a reply may set headers and its own message', async () => {
    const reply = envelope(Type.Integer(), 'Found')
    const got = await answerOf({ reply, handle: () => answer(1, { headers: { etag: '"1"' }, message: 'One' }) })
    expect(got.headers.etag).toBe('"1"')
    expect(got.json()).toEqual({ success: true, data: 1, message: 'One' })
  })

  test('serialised JSON is sent unchanged', async () => {
    const reply = envelope(Type.Any(), 'Found')
    const got = await answerOf({ reply, handle: () => jsonText('{ "a" :1.0}') })
    expect(got.body).toBe('{"success":true,"data":{ "a" :1.0},"message":"Found"}')
  })

  test('done contains a message only', async () => {
    expect((await answerOf({ reply: done('Gone'), handle: () => undefined })).body).toBe(
      '{"success":true,"message":"Gone"}',
    )
  })

  test('the status of the route is used', async () => {
    expect((await answerOf({ reply: bare(Type.Integer()), status: 201, handle: () => 1 })).statusCode).toBe(201)
  })

  test('another media type is sent if the route declares it', async () => {
    const got = await answerOf({
      reply: bare(Type.Any(), ['application/yaml']),
      handle: () => text('application/yaml', 'a: 1'),
    })
    expect([got.headers['content-type'], got.body]).toEqual(['application/yaml', 'a: 1'])
  })
})

describe('a reply that violates its route fails in tests', () => {
  test.each<[string, Partial<Route<unknown>>]>([
    [
      'sent a reply that does not match its schema: /data must be a text, is a number',
      { reply: envelope(Type.String(), ''), handle: () => 1 },
    ],
    [
      'sent a reply that does not match its schema:  must be a text, is a number',
      { reply: bare(Type.String()), handle: () => jsonText('1') },
    ],
    [
      'sent status 206, which it does not declare',
      { reply: bare(Type.Any()), handle: () => answer(1, { status: 206 }) },
    ],
    ['sent text/css, which it does not declare', { reply: page('text/html'), handle: () => text('text/css', '') }],
    ['declares a page and sent JSON', { reply: page('text/html'), handle: () => 1 }],
    [
      'sent the code STALE_VERSION, which it does not declare',
      {
        handle() {
          throw new Problem('STALE_VERSION')
        },
      },
    ],
  ])('%s', async (complaint, changes) => {
    const got = await answerOf(changes)
    expect(got.statusCode).toBe(500)
    expect(got.json()).toEqual({
      success: false,
      error: `sample ${complaint}`,
      code: 'ROUTE_VIOLATION',
    })
  })
})

describe('a bug', () => {
  test('is a 500 with a request id only; the log contains the cause', async () => {
    const cause = new Error('the password is 1234')
    const { route } = sampleRoute({
      bodyOptional: true,
      handle() {
        throw cause
      },
    })
    await using service = await testService({ routes: [{ file: 'x', route }] })
    const got = await service.app.inject({ method: 'POST', url: '/api/v1/sample' })
    const id = got.headers['x-request-id']
    expect(got.statusCode).toBe(500)
    expect(got.json()).toEqual({
      success: false,
      error: `Internal server error. See the log entry for request ${id}.`,
      code: 'INTERNAL_ERROR',
    })
    expect(service.lines).toContainEqual({
      level: 'error',
      message: 'request failed',
      facts: { request: id, operation: 'sample', err: cause },
    })
  })

  test('is also a thrown value that is not an Error', async () => {
    const got = await answerOf({
      handle() {
        throw undefined
      },
    })
    expect(got.statusCode).toBe(500)
  })
})
