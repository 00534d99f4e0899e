/** Limits of one WebSocket, with the real protocol library and a client that writes its own frames. */
import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { WebSocketServer } from 'ws'
import {
  CLOSE_CODES,
  CONTROL_QUEUE_BYTES,
  Connection,
  MAX_FRAMES_PER_SECOND,
  RECEIVE_LIMITS,
  SOCKET_TIMES,
  type SocketTimes,
  TOO_SLOW,
} from './socket-connection.ts'

let server: WebSocketServer
const clients: Socket[] = []
beforeEach(async () => {
  server = new WebSocketServer({ port: 0, host: '127.0.0.1', ...RECEIVE_LIMITS })
  await once(server, 'listening')
})
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy()
  for (const socket of server.clients) socket.terminate()
  server.close()
})

interface Pair {
  readonly client: Socket
  readonly connection: Connection
  readonly gone: AbortSignal
  /** Reads until the server closes; returns its code and reason. */
  closed(): Promise<{ code: number; reason: string }>
}

/** A raw client and the server's end of its WebSocket. */
async function open(times: Partial<SocketTimes> = {}): Promise<Pair> {
  const { port } = server.address() as AddressInfo
  const client = connect(port, '127.0.0.1')
  clients.push(client)
  client.on('error', () => {})
  client.write(
    'GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
  )
  const [socket] = await once(server, 'connection')
  await once(client, 'data')
  const gone = new AbortController()
  const connection = new Connection(socket, { times: { ...SOCKET_TIMES, closingMs: 100, ...times }, gone })
  return { client, connection, gone: gone.signal, closed: () => closeFrameFrom(client) }
}

/** Waits for the close frame of the server. */
async function closeFrameFrom(client: Socket): Promise<{ code: number; reason: string }> {
  let bytes = Buffer.alloc(0)
  for await (const chunk of client) {
    bytes = Buffer.concat([bytes, chunk])
    for (let at = 0; at + 2 <= bytes.length; ) {
      const length = bytes[at + 1] ?? 0
      if (length > 125 || at + 2 + length > bytes.length) break
      if (bytes[at] === 0x88) {
        const body = bytes.subarray(at + 2, at + 2 + length)
        return { code: body.readUInt16BE(), reason: body.subarray(2).toString() }
      }
      at += 2 + length
    }
  }
  throw new Error('the connection ended without a close frame')
}

/** A masked frame; the mask is zero, so the payload is unchanged. */
function frame(first: number, payload = Buffer.alloc(0)): Buffer {
  return Buffer.concat([Buffer.from([first, 0x80 | payload.length, 0, 0, 0, 0]), payload])
}

const PING = 0x89
const TEXT_BEGUN = 0x01
const CONTINUATION = 0x00

function many(count: number, one: Buffer): Buffer {
  return Buffer.concat(Array.from({ length: count }, () => one))
}

test('closes the connection for endless empty fragments without keeping them', async () => {
  const { client, closed, gone } = await open()
  const left = once(gone, 'abort')
  const heard = closed()
  const before = process.memoryUsage()
  client.write(frame(TEXT_BEGUN, Buffer.from('a')))
  const fragments = many(10_000, frame(CONTINUATION))
  const isClosed = { now: false }
  client.on('close', () => {
    isClosed.now = true
  })
  for (let round = 0; round < 30 && !isClosed.now; round++) {
    await new Promise((resolve) => client.write(fragments, resolve))
  }
  expect((await heard).code).toBe(1008)
  await left
  // 300,000 buffered fragments took about 66 MB; 1.8 MB were sent.
  expect(process.memoryUsage().heapUsed - before.heapUsed).toBeLessThan(32 * 2 ** 20)
})

test('closes the connection with 1009 for a message that is too long', async () => {
  const { client, closed } = await open()
  const head = Buffer.from([0x82, 0xff, 0, 0, 0, 0, 0, 0, 0x20, 0, 0, 0, 0, 0])
  client.write(head)
  expect((await closed()).code).toBe(1009)
})

test('closes the connection with 1008 for a flood of pings instead of queueing pongs', async () => {
  const { client, connection, closed, gone } = await open()
  client.write(many(50_000, frame(PING, Buffer.alloc(125))))
  await once(gone, 'abort')
  expect(connection.queuedBytes).toBeLessThan((MAX_FRAMES_PER_SECOND + 2) * 127)
  expect(await closed()).toEqual({ code: CLOSE_CODES.policy, reason: 'Too many frames per second.' })
})

test('queues no pongs for a client that does not read', async () => {
  // The timeout is never reached while the test runs.
  const { client, connection } = await open({ patienceMs: 600_000, heartbeatMs: 600_000 })
  client.pause()
  // Fill the buffers of both kernels until messages are queued in the process.
  while (connection.queuedBytes <= CONTROL_QUEUE_BYTES) {
    void connection.send('x'.repeat(256 * 1024))
    await new Promise((resolve) => setImmediate(resolve))
  }
  const queued = connection.queuedBytes
  const [socket] = server.clients
  const pings = MAX_FRAMES_PER_SECOND - 1
  const seen = new Promise<void>((resolve) => {
    let count = 0
    socket?.on('ping', () => {
      if (++count === pings) resolve()
    })
  })
  client.write(many(pings, frame(PING, Buffer.alloc(125))))
  await seen
  expect(connection.queuedBytes).toBeLessThanOrEqual(queued)
})

test('disconnects a client that does not read', async () => {
  const { client, connection, gone } = await open({ patienceMs: 50, heartbeatMs: 20 })
  client.pause()
  while (!gone.aborted && connection.queuedBytes <= CONTROL_QUEUE_BYTES) {
    void connection.send('x'.repeat(256 * 1024))
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (!gone.aborted) await once(gone, 'abort')
})

test('disconnects a client that does not answer heartbeats', async () => {
  const { client, gone } = await open({ heartbeatMs: 5, patienceMs: 20 })
  client.resume()
  await once(gone, 'abort')
})

test('shortens a reason that is too long between characters', async () => {
  const { connection, closed } = await open()
  const heard = closed()
  connection.close(CLOSE_CODES.tryAgainLater, `${TOO_SLOW} ${'ö'.repeat(100)}`)
  const { reason } = await heard
  expect(Buffer.byteLength(reason)).toBeLessThanOrEqual(123)
  expect(reason).toMatch(/^The client reads too slowly\. ö+$/)
})
