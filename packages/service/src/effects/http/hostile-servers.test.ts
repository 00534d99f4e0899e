import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { caller, dripping, endless } from '../testing/http-sides.ts'
import { servers } from '../testing/wild-server.ts'

const start = servers()

describe('a hostile other side', () => {
  test('that sends for ever is cut off at the limit', async () => {
    const host = await start.http((_, response) => endless(response))
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE', retryable: false })
  })

  test('that promises too much is not waited for', async () => {
    const host = await start.http((_, response) => {
      response.writeHead(200, { 'Content-Length': '9999999999' })
      response.write('x')
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  })

  test('that sends less than promised fails like a broken line', async () => {
    const host = await start.tcp((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nshort'))
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('that sends more than promised is believed only as far as promised', async () => {
    const host = await start.tcp((socket) =>
      socket.once('data', () =>
        socket.end('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\nsmuggled'),
      ),
    )
    expect((await caller()(`http://${host}/`)).body).toBe('ok')
  })

  test('whose 10 KB unpack to gigabytes is cut off at the limit', async () => {
    const layer = gzipSync(Buffer.alloc(10_000_000))
    const host = await start.http((_, response) => {
      response.setHeader('Content-Encoding', 'gzip, gzip').end(gzipSync(Buffer.concat(Array(100).fill(layer))))
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  })

  test('that packs again and again is refused', async () => {
    const host = await start.http((_, response) =>
      response.setHeader('Content-Encoding', Array(50).fill('gzip').join(',')).end('x'),
    )
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_UNREADABLE' })
  })

  test('that sends broken packing fails', async () => {
    const host = await start.http((_, response) =>
      response.setHeader('Content-Encoding', 'gzip').end(gzipSync('x'.repeat(1000)).subarray(0, 20)),
    )
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test.each([
    ['never answers', () => {}],
    ['sends its headers drop by drop', (socket: Socket) => dripping(socket, 'HTTP/1.1 200 OK\r\nX: ')],
    ['sends its body drop by drop', (socket: Socket) => dripping(socket, 'HTTP/1.1 200 OK\r\n\r\n')],
    ['says "continue" for ever', (socket: Socket) => dripping(socket, '', 'HTTP/1.1 100 Continue\r\n\r\n')],
  ])('that %s is given up on in time', async (_, listener) => {
    const host = await start.tcp(listener)
    await expect(caller()(`http://${host}/`, { timeoutMs: 200 })).rejects.toMatchObject({
      code: 'TIMED_OUT',
      retryable: true,
    })
  })

  test('that sends headers without end is cut off', async () => {
    const host = await start.tcp((socket) => {
      socket.write('HTTP/1.1 200 OK\r\n')
      socket.write(`X: ${'x'.repeat(100_000)}`)
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  })

  test.each([
    ['speaks no HTTP', 'hello\r\n\r\n'],
    [
      'answers twice about its length',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['switches to another protocol', 'HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'],
    ['hangs up', ''],
  ])('that %s fails like a broken line', async (_, text) => {
    const host = await start.tcp((socket) => socket.once('data', () => socket.end(text)))
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
  })

  test('that is not there fails like a broken line, and the reason names no path', async () => {
    const failure = caller()('http://127.0.0.1:1/secret?token=abc')
    await expect(failure).rejects.toMatchObject({ code: 'UPSTREAM_FAILED', retryable: true })
    await expect(failure).rejects.not.toThrow(/secret|abc/)
  })

  test('cannot give a header a meaning by its name', async () => {
    const host = await start.tcp((socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n__proto__: x\r\nconstructor: y\r\n\r\n')),
    )
    const { headers } = await caller()(`http://${host}/`)
    expect(Object.getPrototypeOf(headers)).toBe(Object.prototype)
    expect(Object.entries(headers)).toContainEqual(['constructor', 'y'])
  })
})
