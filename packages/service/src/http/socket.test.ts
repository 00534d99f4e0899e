/** Behaviour that only shows on a real connection. */
import { connect } from 'node:net'
import { Type } from '@millrace/model'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { envelope } from './define-route.ts'

let service: TestService
let port: number
beforeAll(async () => {
  const hello = sampleRoute({ operation: 'hello', method: 'GET', path: '/hello', reply: envelope(Type.Any(), 'Hi') })
  const { body: _, ...withoutBody } = hello.route
  service = await testService({
    flags: ['--max-body-mib', '1'],
    routes: [sampleRoute(), { ...hello, route: { ...withoutBody, handle: () => 'hello' } }],
  })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const address = service.app.server.address()
  port = typeof address === 'object' && address !== null ? address.port : 0
})
afterAll(() => service[Symbol.asyncDispose]())

/** Sends raw bytes and returns everything received until the connection closes. */
function exchange(...parts: (string | Buffer)[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString()
    })
    socket.on('close', () => resolve(text))
    socket.on('error', (error: NodeJS.ErrnoException) => (error.code === 'EPIPE' ? resolve(text) : reject(error)))
    for (const part of parts) socket.write(part)
  })
}

function bodyOf(response: string): unknown {
  return JSON.parse(response.slice(response.indexOf('\r\n\r\n') + 4))
}

const CLOSE = 'Host: localhost\r\nConnection: close\r\n'

test('invalid HTTP is 400 with the common error body', async () => {
  const response = await exchange('this is not http\r\n\r\n')
  expect(response).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/)
  expect(bodyOf(response)).toEqual({
    success: false,
    error: 'The request is not valid HTTP.',
    code: 'VALIDATION_ERROR',
  })
})

test('an address that is far too long is 400', async () => {
  const response = await exchange(`GET /${'x'.repeat(100_000)} HTTP/1.1\r\n${CLOSE}\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
  expect(bodyOf(response)).toEqual({
    success: false,
    error: 'The address or the headers are too long.',
    code: 'VALIDATION_ERROR',
  })
})

test('an invalid method is rejected', async () => {
  expect(await exchange(`BREW /api/v1/hello HTTP/1.1\r\n${CLOSE}\r\n`)).toMatch(/^HTTP\/1\.1 400 /)
})

test('a valid HTTP method without a route is 405', async () => {
  const response = await exchange(`PROPFIND /api/v1/hello HTTP/1.1\r\n${CLOSE}\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 405 /)
  expect(response).toMatch(/allow: GET, HEAD, OPTIONS/i)
})

test('contradicting lengths are rejected', async () => {
  const response = await exchange(
    `POST /api/v1/sample HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  )
  expect(response).toMatch(/^HTTP\/1\.1 400 /)
})

test('a chunked body is accepted', async () => {
  const response = await exchange(
    `POST /api/v1/sample HTTP/1.1\r\n${CLOSE}Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    '3\r\n[1,\r\n3\r\n2] \r\n0\r\n\r\n',
  )
  expect(bodyOf(response)).toEqual({ body: [1, 2] })
})

test('an endless chunked body is 413 as soon as it is too large, and the connection closes', async () => {
  const chunk = Buffer.from(`10000\r\n${'x'.repeat(65536)}\r\n`)
  const response = await exchange(
    `POST /api/v1/sample HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`,
    ...Array.from({ length: 80 }, () => chunk),
  )
  expect(response).toMatch(/^HTTP\/1\.1 413 /)
  expect(response).toMatch(/connection: close/i)
})

test('the client of a complete body that is too large can read the response', async () => {
  const body = 'x'.repeat(2 * 2 ** 20)
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/sample`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  })
  expect(answer.status).toBe(413)
  expect(await answer.json()).toEqual({
    success: false,
    error: 'The body is larger than 1 MiB.',
    code: 'PAYLOAD_TOO_LARGE',
  })
})

test('HEAD has the length of GET and no body', async () => {
  const response = await exchange(`HEAD /api/v1/hello HTTP/1.1\r\n${CLOSE}\r\n`)
  expect(response).toMatch(/content-length: 46\r\n/i)
  expect(response.endsWith('\r\n\r\n')).toBe(true)
})

test('an HTTP/1.0 request without a Host header is served', async () => {
  const response = await exchange('GET /api/v1/hello HTTP/1.0\r\n\r\n')
  expect(bodyOf(response)).toEqual({ success: true, data: 'hello', message: 'Hi' })
})

test('two Host headers are rejected, whether or not they are equal', async () => {
  for (const second of ['localhost', 'evil.example']) {
    const response = await exchange(`GET /api/v1/hello HTTP/1.1\r\nhOST: ${second}\r\n${CLOSE}\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 400 /)
    expect(bodyOf(response)).toMatchObject({ error: 'The request has more than one Host header.' })
  }
})

test('after an error the connection serves the next request', async () => {
  const refused =
    'POST /api/v1/sample HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/plain\r\nContent-Length: 5\r\n\r\nhello'
  const response = await exchange(`${refused}GET /api/v1/hello HTTP/1.1\r\n${CLOSE}\r\n`)
  expect(response).toMatch(/^HTTP\/1\.1 415 /)
  expect(response).toContain('{"success":true,"data":"hello","message":"Hi"}')
})
