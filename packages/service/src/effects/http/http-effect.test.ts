import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import type { HttpCall } from '@millrace/model'
import { describe, expect, test } from 'vitest'
import { servers } from '../testing/wild-server.ts'
import { createEgress } from './egress.ts'
import { createHttp, type HttpLimits } from './http-effect.ts'

const start = servers()
const LOOPBACK = ['127.0.0.1']

function caller(allow: readonly string[] = LOOPBACK, limits: Partial<HttpLimits> = {}) {
  const resolve = async () => [{ address: '127.0.0.1', family: 4 }]
  const http = createHttp(createEgress(allow, resolve), limits)
  return (url: string, call: Partial<HttpCall> = {}, signal = new AbortController().signal) =>
    http({ method: 'GET', url, ...call }, { signal, idempotencyKey: 'step-1' })
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece)
  return Buffer.concat(pieces).toString()
}

/** Answers with what arrived. */
async function echo(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url, headers } = request
  response.end(JSON.stringify({ method, url, headers, body: await textOf(request) }))
}

describe('an ordinary call', () => {
  test('sends method, headers and body, and gives status, headers, body and address', async () => {
    const host = await start.http(async (request, response) => {
      response.setHeader('X-Answer', 'yes')
      response.setHeader('Set-Cookie', ['a=1', 'b=2'])
      response.statusCode = 201
      await echo(request, response)
    })
    const answer = await caller()(`http://${host}/path?q=1#part`, {
      method: 'post',
      headers: { 'X-Mine': 'mine', 'Content-Type': 'text/plain' },
      body: 'grüße',
    })
    expect(answer).toMatchObject({ status: 201, url: `http://${host}/path?q=1#part` })
    expect(answer.headers).toMatchObject({ 'x-answer': 'yes', 'set-cookie': 'a=1, b=2' })
    expect(JSON.parse(answer.body)).toMatchObject({
      method: 'POST',
      url: '/path?q=1',
      headers: {
        'x-mine': 'mine',
        'content-length': '7',
        'idempotency-key': 'step-1',
        host,
        'content-type': 'text/plain',
      },
      body: 'grüße',
    })
  })

  test('an idempotency key of the caller is kept', async () => {
    const host = await start.http(echo)
    const { body } = await caller()(`http://${host}/`, { headers: { 'Idempotency-Key': 'own' } })
    expect(JSON.parse(body).headers['idempotency-key']).toBe('own')
  })

  test('headers that belong to the connection are not the caller’s to set', async () => {
    const host = await start.http(echo)
    const headers = { Host: 'other', 'Transfer-Encoding': 'chunked', 'Content-Length': '999', Connection: 'upgrade' }
    const { body } = await caller()(`http://${host}/`, { method: 'POST', headers, body: 'x' })
    expect(JSON.parse(body)).toMatchObject({ headers: { host, 'content-length': '1' }, body: 'x' })
  })

  test('a name and password in the address become a header and are not reported', async () => {
    const host = await start.http(echo)
    const answer = await caller()(`http://me:p%40ss@${host}/`)
    expect(JSON.parse(answer.body).headers.authorization).toBe(`Basic ${Buffer.from('me:p@ss').toString('base64')}`)
    expect(answer.url).toBe(`http://${host}/`)
  })

  test.each([
    ['gzip', gzipSync('packed')],
    ['br', brotliCompressSync('packed')],
    ['deflate', deflateSync('packed')],
    ['gzip, br', brotliCompressSync(gzipSync('packed'))],
    ['unheard-of', Buffer.from('packed')],
  ])('an answer packed with %s is unpacked', async (encoding, bytes) => {
    const host = await start.http((_, response) => response.setHeader('Content-Encoding', encoding).end(bytes))
    expect((await caller()(`http://${host}/`)).body).toBe('packed')
  })

  test('text is decoded as its charset says', async () => {
    const host = await start.http((_, response) =>
      response.setHeader('Content-Type', 'text/plain; charset=iso-8859-1').end(Buffer.from([0xfc])),
    )
    expect((await caller()(`http://${host}/`)).body).toBe('ü')
  })

  test('HEAD may promise a body of any size, since none comes', async () => {
    const host = await start.http((_, response) => response.setHeader('Content-Length', '99999999999').end())
    expect(await caller()(`http://${host}/`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  test.each([404, 429, 500, 503])('a status of %i is an answer like any other', async (status) => {
    const host = await start.http((_, response) => response.writeHead(status).end('why'))
    expect(await caller()(`http://${host}/`)).toMatchObject({ status, body: 'why' })
  })

  test.each([
    [{ method: 'TRACE' }, 'TRACE is no method'],
    [{ method: 'GET / HTTP/1.1\r\nX: y' }, 'is no method'],
    [{ url: 'no url' }, 'the address is no URL'],
    [{ headers: { 'a\nb': 'x' } }, 'cannot be sent'],
    [{ headers: { a: 'x\r\nInjected: 1' } }, 'cannot be sent'],
    [{ url: 'http://a%ff:b@1.1.1.1/' }, 'not encoded'],
  ])('%j cannot be sent', async (call, reason) => {
    await expect(caller()('http://127.0.0.1:1/', call)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      retryable: false,
      message: expect.stringContaining(reason),
    })
  })
})

describe('the policy', () => {
  test('a loopback address is refused unless allowed', async () => {
    const host = await start.http(echo)
    await expect(caller([])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED', retryable: false })
  })

  test('a name is judged by what it resolves to', async () => {
    const host = await start.http(echo)
    const port = host.split(':')[1]
    await expect(caller([])(`http://innocent.example:${port}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    expect((await caller()(`http://innocent.example:${port}/`)).status).toBe(200)
  })

  test('a name that changes its address between two questions is asked once, and that answer is connected to', async () => {
    let questions = 0
    const resolve = async () => {
      questions++
      return [{ address: questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const host = await start.http(echo)
    const http = createHttp(createEgress(LOOPBACK, resolve))
    const step = { signal: new AbortController().signal, idempotencyKey: 'k' }
    const { status } = await http({ method: 'GET', url: `http://rebind.example:${host.split(':')[1]}/` }, step)
    expect([status, questions]).toEqual([200, 1])
  })

  test('a redirect to a closed address is refused, and nothing is sent there', async () => {
    let reached = 0
    const secret = await start.http((_, response) => {
      reached++
      response.end('secret')
    })
    const host = await start.http((_, response) => response.writeHead(302, { Location: `http://${secret}/` }).end())
    await expect(caller([host])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    expect(reached).toBe(0)
  })

  test.each(['file:///etc/passwd', 'http://2130706433:1/', 'http://[::ffff:127.0.0.1]:1/', 'http://[::1]:1/'])(
    'a redirect to %s is refused',
    async (location) => {
      const host = await start.http((_, response) => response.writeHead(307, { Location: location }).end())
      await expect(caller([host])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    },
  )
})

describe('redirects', () => {
  /** Sends every path but `/end` on to `/end`, with the status that the path names. */
  const viaStatus = () =>
    start.http((request, response) => {
      if (request.url === '/end') return void echo(request, response)
      response.writeHead(Number(request.url?.slice(1)), { Location: '/end' }).end('moved')
    })

  test.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [301, 'PUT', 'PUT', 'data'],
    [307, 'POST', 'POST', 'data'],
    [308, 'PATCH', 'PATCH', 'data'],
  ])('%i turns %s into %s', async (status, method, then, body) => {
    const host = await viaStatus()
    const answer = await caller()(`http://${host}/${status}`, {
      method,
      body: 'data',
      headers: { 'Content-Type': 'a/b' },
    })
    const seen = JSON.parse(answer.body)
    expect(seen).toMatchObject({ method: then, body })
    expect(seen.headers['content-type']).toBe(body === '' ? undefined : 'a/b')
    expect(answer.url).toBe(`http://${host}/end`)
  })

  test('are answers when they are not to be followed', async () => {
    const host = await viaStatus()
    const answer = await caller()(`http://${host}/302`, { followRedirects: false })
    expect(answer).toMatchObject({ status: 302, body: 'moved', headers: { location: '/end' } })
  })

  test('to the same origin keep credentials, to another drop all but what is harmless', async () => {
    const other = await start.http(echo)
    const host = await start.http((request, response) => {
      if (request.url === '/end') return void echo(request, response)
      response.writeHead(307, { Location: request.url === '/away' ? `http://u:p@${other}/` : '/end' }).end()
    })
    const headers = { Authorization: 'Bearer t', Cookie: 'c=1', 'X-Api-Key': 'k', 'Accept-Language': 'de' }
    const here = JSON.parse((await caller()(`http://${host}/here`, { headers })).body).headers
    expect(here).toMatchObject({ authorization: 'Bearer t', cookie: 'c=1', 'x-api-key': 'k' })
    const away = JSON.parse((await caller()(`http://${host}/away`, { headers })).body).headers
    expect(away).toMatchObject({ 'accept-language': 'de', 'idempotency-key': 'step-1' })
    for (const name of ['authorization', 'cookie', 'x-api-key']) expect(away).not.toHaveProperty(name)
  })

  test('in a circle end with a failure after five', async () => {
    let calls = 0
    const host = await start.http((_, response) => {
      calls++
      response.writeHead(302, { Location: '/' }).end()
    })
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'TOO_MANY_REDIRECTS', retryable: false })
    expect(calls).toBe(6)
  })

  test('with an endless body are followed without reading it', async () => {
    const host = await start.http((request, response) => {
      if (request.url === '/end') return void response.end('done')
      response.writeHead(302, { Location: '/end' })
      endless(response)
    })
    expect((await caller()(`http://${host}/`)).body).toBe('done')
  })

  test('to something that is no URL fail', async () => {
    const host = await start.http((_, response) => response.writeHead(302, { Location: 'http://[' }).end())
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  })
})

/** Sends for as long as somebody reads. */
function endless(response: ServerResponse): void {
  const more = () => {
    while (!response.destroyed && response.write(Buffer.alloc(65_536, 'x')));
  }
  response.on('drain', more)
  more()
}

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

function dripping(socket: Socket, first: string, drop = 'x'): void {
  socket.write(first)
  const timer = setInterval(() => socket.write(drop), 10)
  socket.on('close', () => clearInterval(timer))
}

describe('a step that is aborted', () => {
  test('ends its call, and the other side sees it', async () => {
    const aborting = new AbortController()
    const gone = Promise.withResolvers<void>()
    const host = await start.http((request) => {
      request.on('close', () => gone.resolve())
      aborting.abort(new Error('cancelled'))
    })
    await expect(caller()(`http://${host}/`, {}, aborting.signal)).rejects.toThrow('cancelled')
    await gone.promise
  })

  test('begins none', async () => {
    await expect(caller()('http://127.0.0.1:1/', {}, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
      'cancelled',
    )
  })

  test('is told apart from a call that took too long', async () => {
    const server = await start.tcp(() => {})
    const slow = caller()(`http://${server}/`, { timeoutMs: 50 })
    await expect(slow).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })
})
