/** WebSockets over a real connection, with a well-behaved and a misbehaving client. */
import { type ClientRequest, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sampleRoute } from '../testing/sample-route.ts'
import { type TestService, testService } from '../testing/test-service.ts'
import { page } from './define-route.ts'
import { requireUpgrade, type SocketEnd, type SocketOut, SocketStream } from './websocket.ts'

let service: TestService
let port: number
let serve: (out: SocketOut) => Promise<SocketEnd>

beforeAll(async () => {
  const { body: _, ...plain } = sampleRoute().route
  const route = {
    ...plain,
    operation: 'talk',
    method: 'GET' as const,
    path: '/talk',
    access: 'read' as const,
    streaming: true,
    reply: page(),
    errors: ['VALIDATION_ERROR'] as const,
    handle({ headers }: { headers: Record<string, string | string[] | undefined> }) {
      requireUpgrade(headers)
      return new SocketStream((out) => serve(out))
    },
  }
  service = await testService({ routes: [{ file: 'talk.route.ts', route: route as never }] })
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  port = (service.app.server.address() as { port: number }).port
})
afterAll(() => service[Symbol.asyncDispose]())

const address = (query = '') => `ws://127.0.0.1:${port}/api/v1/talk${query}`

async function ticket(): Promise<string> {
  const caller = { id: 'x', name: 'x', role: 'viewer', via: 'token', tokenId: null, expiresAt: null } as const
  return (await service.services.auth.grants.create('ticket', caller)).secret
}

/** All messages that a client receives, and how the connection closed. */
async function hear(socket: WebSocket): Promise<{ texts: string[]; code: number; reason: string }> {
  const texts: string[] = []
  socket.addEventListener('message', ({ data }) => void texts.push(String(data)))
  return new Promise((resolve) => {
    socket.addEventListener('close', ({ code, reason }) => resolve({ texts, code, reason }))
  })
}

test('messages of the route arrive in order, and its end closes the connection', async () => {
  serve = async ({ send }) => {
    for (const text of ['one', 'zwölf', 'x'.repeat(200_000)]) await send(text)
    return { code: 1000, reason: 'done' }
  }
  const heard = await hear(new WebSocket(address(`?ticket=${await ticket()}`)))
  expect(heard).toEqual({ texts: ['one', 'zwölf', 'x'.repeat(200_000)], code: 1000, reason: 'done' })
})

test('a ticket is accepted once', async () => {
  serve = async () => ({ code: 1000 })
  const once = await ticket()
  expect((await hear(new WebSocket(address(`?ticket=${once}`)))).code).toBe(1000)
  expect((await hear(new WebSocket(address(`?ticket=${once}`)))).code).toBe(1006)
})

test('the route is notified when the client disconnects', async () => {
  const left = Promise.withResolvers<void>()
  serve = ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        left.resolve()
        resolve({ code: 1000 })
      })
    })
  const socket = new WebSocket(address(`?ticket=${await ticket()}`))
  socket.addEventListener('open', () => socket.close(1000))
  const heard = await hear(socket)
  await left.promise
  expect(heard.code).toBe(1000)
})

test('an internal error closes with 1011 and without its message', async () => {
  serve = async () => {
    throw new Error('a secret')
  }
  const heard = await hear(new WebSocket(address(`?ticket=${await ticket()}`)))
  expect(heard).toMatchObject({ code: 1011, reason: 'Internal server error.' })
})

function upgrade(headers: Record<string, string>): ClientRequest {
  return request({ port, path: '/api/v1/talk', headers: { connection: 'Upgrade', upgrade: 'websocket', ...headers } })
}

async function answered(made: ClientRequest): Promise<{ status: number; body: unknown; connection: unknown }> {
  return new Promise((resolve, reject) => {
    made.on('response', async (response) => {
      const chunks: Buffer[] = []
      for await (const chunk of response) chunks.push(chunk)
      const body = JSON.parse(Buffer.concat(chunks).toString())
      resolve({ status: response.statusCode ?? 0, body, connection: response.headers.connection })
    })
    made.on('upgrade', (response) =>
      resolve({ status: response.statusCode ?? 0, body: response.headers, connection: '' }),
    )
    made.on('error', reject)
    made.end()
  })
}

const KEY = { 'sec-websocket-version': '13', 'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==' }

test('an unauthenticated request is rejected before the upgrade with the common error body', async () => {
  expect(await answered(upgrade(KEY))).toEqual({
    status: 401,
    body: { success: false, error: 'A valid credential is needed.', code: 'UNAUTHORIZED' },
    connection: 'close',
  })
})

test('a bearer token opens it, with the handshake of RFC 6455', async () => {
  serve = async () => ({ code: 1000 })
  const { status, body } = await answered(upgrade({ ...KEY, ...service.as('viewer') }))
  expect(status).toBe(101)
  expect(body).toMatchObject({ 'sec-websocket-accept': 's3pPLMBiTxaQ9kYGzzhZRbK+xOo=' })
})

test.each([
  ['another version', { ...KEY, 'sec-websocket-version': '8' }],
  ['no key', { 'sec-websocket-version': '13' }],
  ['an invalid key', { ...KEY, 'sec-websocket-key': 'short' }],
])('%s is 400', async (_, headers) => {
  expect(await answered(upgrade({ ...headers, ...service.as('viewer') }))).toMatchObject({ status: 400 })
})

test('without an upgrade it is 400, and an upgrade to another protocol is ignored', async () => {
  const plain = await fetch(`http://127.0.0.1:${port}/api/v1/talk`, { headers: service.as('viewer') })
  expect(plain.status).toBe(400)
  const other = await answered(upgrade({ upgrade: 'h2c', ...service.as('viewer') }))
  expect(other).toMatchObject({ status: 400, body: { code: 'VALIDATION_ERROR' } })
})

test('a page of another origin cannot use the session cookie', async () => {
  const { secret } = await service.services.auth.grants.create('session', {
    id: 'x',
    name: 'x',
    role: 'viewer',
    via: 'token',
    tokenId: null,
    expiresAt: null,
  })
  serve = async () => ({ code: 1000 })
  const cookie = `millrace_session=${secret}`
  expect((await answered(upgrade({ ...KEY, cookie, origin: 'https://evil.test' }))).status).toBe(403)
  expect((await answered(upgrade({ ...KEY, cookie, origin: `http://localhost:${port}` }))).status).toBe(101)
})

/** A connection upgraded by hand. */
async function raw(): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  const { authorization } = service.as('viewer')
  socket.write(
    `GET /api/v1/talk HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nAuthorization: ${authorization}\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${KEY['sec-websocket-key']}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.once('data', resolve))
  return socket
}

test('answers a ping and closes with 1002 for a protocol error', async () => {
  serve = ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ code: 1000 })))
  const socket = await raw()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  socket.write(Buffer.from([0x89, 0x81, 0, 0, 0, 0, 0x41]))
  // Not masked.
  socket.write(Buffer.from([0x81, 0x01, 0x41]))
  await expect.poll(() => Buffer.concat(chunks).length).toBeGreaterThanOrEqual(7)
  socket.destroy()
  const all = Buffer.concat(chunks)
  expect(all.subarray(0, 3)).toEqual(Buffer.from([0x8a, 1, 0x41]))
  expect([all[3], all.readUInt16BE(5)]).toEqual([0x88, 1002])
})

test('endless fragments close the connection with 1008', async () => {
  const left = Promise.withResolvers<void>()
  serve = ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener('abort', () => {
        left.resolve()
        resolve({ code: 1000 })
      })
    })
  const socket = await raw()
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => void chunks.push(chunk))
  socket.on('error', () => {})
  socket.write(Buffer.from([0x01, 0x80, 0, 0, 0, 0]))
  socket.write(Buffer.concat(Array.from({ length: 10_000 }, () => Buffer.from([0x00, 0x80, 0, 0, 0, 0]))))
  await left.promise
  await expect.poll(() => Buffer.concat(chunks).length).toBeGreaterThanOrEqual(4)
  const all = Buffer.concat(chunks)
  expect([all[0], all.readUInt16BE(2)]).toEqual([0x88, 1008])
  socket.destroy()
})

test('a client that does not read blocks only itself: send waits, and ends when the client disconnects', async () => {
  const state = { sent: 0 }
  const ended = Promise.withResolvers<void>()
  serve = async ({ send, signal }) => {
    while (!signal.aborted && state.sent < 10_000) {
      await send('x'.repeat(64_000))
      state.sent++
    }
    ended.resolve()
    return { code: 1000 }
  }
  const socket = await raw()
  socket.pause()
  let before = -1
  const hasStalled = () => {
    const isSame = before === state.sent
    before = state.sent
    return isSame
  }
  await vi.waitUntil(hasStalled, { timeout: 60_000, interval: 100 })
  expect(state.sent).toBeLessThan(1000)
  socket.destroy()
  await ended.promise
})

test('a service that stops closes with "going away"', async () => {
  serve = ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve({ code: 1000 })))
  const socket = new WebSocket(address(`?ticket=${await ticket()}`))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  const heard = hear(socket)
  await service.app.close()
  expect((await heard).code).toBe(1001)
})
