import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { caller, dripping, endless } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'

const start = servers()

describe('a hostile server', () => {
  test('that sends an endless body is cut off at the limit', async () => {
    const host = await start.http((_, response) => endless(response))
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false })
  })

  test('that declares a body over the limit is rejected without reading it', async () => {
    const host = await start.http((_, response) => {
      response.writeHead(200, { 'Content-Length': '9999999999' })
      response.write('x')
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  })

  test('that sends less than it declares fails as a broken connection', async () => {
    const host = await start.tcp((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'))
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('that sends more than it declares is read up to the declared length', async () => {
    const host = await start.tcp((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nsmuggled'),
      ),
    )
    expect((await caller()(`http://${host}/`)).body).toBe('ok')
  })

  test('whose 10 KB decompress to gigabytes is cut off at the limit', async () => {
    const layer = gzipSync(Buffer.alloc(10_000_000))
    const host = await start.http((_, response) => {
      response.setHeader('Content-Encoding', 'gzip, gzip').end(gzipSync(Buffer.concat(Array(100).fill(layer))))
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  })

  test('that compresses its body too many times is rejected', async () => {
    const host = await start.http((_, response) =>
      response.setHeader('Content-Encoding', Array(50).fill('gzip').join(',')).end('x'),
    )
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_UNREADABLE' })
  })

  test('that sends invalid compressed data fails', async () => {
    const host = await start.http((_, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(1000)).subarray(0, 20)),
    )
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test.each([
    ['never responds', () => {}],
    ['sends its headers byte by byte', (socket: Socket) => dripping(socket, 'HTTP/1.1 200 OK\r\nX: ')],
    ['sends its body byte by byte', (socket: Socket) => dripping(socket, 'HTTP/1.1 200 OK\r\n\r\n')],
    ['sends "100 Continue" forever', (socket: Socket) => dripping(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('that %s runs into the timeout', async (_, listener) => {
    const host = await start.tcp(listener)
    await expect(caller()(`http://${host}/`, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'TIMED_OUT',
      retryable: true,
    })
  })

  test('that sends endless headers is cut off', async () => {
    const host = await start.tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.write(`X: ${'x'.repeat(100_000)}`)
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  })

  test.each([
    ['does not speak HTTP', 'hello\r\n\r\n'],
    [
      'declares its length in two ways',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['switches to another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['hangs up', ''],
  ])('that %s fails as a broken connection', async (_, text) => {
    const host = await start.tcp((socket) => socket.once('data', () => socket.end(text)))
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('that refuses the connection fails with a message without the path', async () => {
    const failure = caller()('http://127.0.0.1:1/secret?token=abc')
    await expect(failure).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
    await expect(failure).rejects.not.toThrow(/secret|abc/)
  })

  test.each(['100 Continue', '103 Early Hints'])('that sends "%s" before its response is read', async (line) => {
    const host = await start.tcp((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 ${line}\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok`)),
    )
    expect(await caller()(`http://${host}/`)).toMatchObject({ status: 200, body: 'ok' })
  })

  test('that repeats headers gets them joined, or the first of those that may occur once', async () => {
    const repeated = 'Content-Type: text/plain\r\nContent-Type: text/html\r\nX-A: 1\r\nX-A: 2\r\n'
    const host = await start.tcp((socket) =>
      socket.once('data', () => socket.end(`HTTP/1.1 200 OK\r\n${repeated}Content-Length: 0\r\n\r\n`)),
    )
    const { headers } = await caller()(`http://${host}/`)
    expect(headers).toMatchObject({ 'content-type': 'text/plain', 'x-a': '1, 2' })
  })

  test('cannot pollute prototypes with header names', async () => {
    const host = await start.tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\n\r\n')),
    )
    const { headers } = await caller()(`http://${host}/`)
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
    expect(Object.entries(headers)).toContainEqual(['constructor', 'y'])
  })
})
