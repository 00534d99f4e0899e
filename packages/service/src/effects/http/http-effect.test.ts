import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { caller, echo, LOOPBACK } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'
import { createEgress } from './egress.ts'
import { createHttp } from './http-effect.ts'

const start = servers()

describe('a request', () => {
  test('sends method, headers and body, and returns status, headers, body and address', async () => {
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
        'x-attempt': '2',
        host,
        'content-type': 'text/plain',
      },
      body: 'grüße',
    })
  })

  test('keeps an idempotency key that the caller sets', async () => {
    const host = await start.http(echo)
    const { body } = await caller()(`http://${host}/`, { headers: { 'Idempotency-Key': 'own' } })
    expect(JSON.parse(body).headers['idempotency-key']).toBe('own')
  })

  test('ignores headers of the connection that the caller sets', async () => {
    const host = await start.http(echo)
    const headers = { Host: 'other', 'Transfer-Encoding': 'chunked', 'Content-Length': '999', Connection: 'upgrade' }
    const { body } = await caller()(`http://${host}/`, { method: 'POST', headers, body: 'x' })
    expect(JSON.parse(body)).toMatchObject({ headers: { host, 'content-length': '1' }, body: 'x' })
  })

  test('moves a user name and password from the address into a header and does not report them', async () => {
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
  ])('decompresses a response encoded with %s', async (encoding, bytes) => {
    const host = await start.http((_, response) => response.setHeader('Content-Encoding', encoding).end(bytes))
    expect((await caller()(`http://${host}/`)).body).toBe('packed')
  })

  test('decodes text with the declared charset', async () => {
    const host = await start.http((_, response) =>
      response.setHeader('Content-Type', 'text/plain; charset=iso-8859-1').end(Buffer.from([0xfc])),
    )
    expect((await caller()(`http://${host}/`)).body).toBe('ü')
  })

  test('accepts any declared length for HEAD, which has no body', async () => {
    const host = await start.http((_, response) => response.setHeader('Content-Length', '99999999999').end())
    expect(await caller()(`http://${host}/`, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' })
  })

  test.each([404, 429, 500, 503])('returns a response with status %i like any other', async (status) => {
    const host = await start.http((_, response) => response.writeHead(status).end('why'))
    expect(await caller()(`http://${host}/`)).toMatchObject({ status, body: 'why' })
  })

  test.each([
    [{ method: 'TRACE' }, 'the method TRACE is not allowed'],
    [{ method: 'GET / HTTP/1.1\r\nX: y' }, 'is not allowed'],
    [{ url: 'no url' }, 'the address must be a URL'],
    [{ headers: { 'a\nb': 'x' } }, 'is invalid'],
    [{ headers: { a: 'x\r\nInjected: 1' } }, 'is invalid'],
    [{ url: 'http://a%ff:b@1.1.1.1/' }, 'not percent-encoded'],
  ])('rejects %j', async (call, reason) => {
    await expect(caller()('http://127.0.0.1:1/', call)).rejects.toMatchObject({
      code: 'INVALID_REQUEST',
      retryable: false,
      message: expect.stringContaining(reason),
    })
  })
})

describe('the egress policy', () => {
  test('denies a loopback address unless it is allowed', async () => {
    const host = await start.http(echo)
    await expect(caller([])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED', retryable: false })
  })

  test('checks a host name by the address that it resolves to', async () => {
    const host = await start.http(echo)
    const port = host.split(':')[1]
    await expect(caller([])(`http://innocent.example:${port}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    expect((await caller()(`http://innocent.example:${port}/`)).status).toBe(200)
  })

  test('resolves a host name once and connects to the checked address, also if DNS changes', async () => {
    let questions = 0
    const resolve = async () => {
      questions++
      return [{ address: questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
    }
    const host = await start.http(echo)
    const http = createHttp(createEgress(LOOPBACK, resolve))
    const step = { signal: new AbortController().signal, idempotencyKey: 'k', attempt: 1 }
    const { status } = await http.send({ method: 'GET', url: `http://rebind.example:${host.split(':')[1]}/` }, step)
    expect([status, questions]).toEqual([200, 1])
  })

  test('denies a redirect to a closed address and sends nothing there', async () => {
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
    'denies a redirect to %s',
    async (location) => {
      const host = await start.http((_, response) => response.writeHead(307, { Location: location }).end())
      await expect(caller([host])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    },
  )
})

describe('an aborted step', () => {
  test('ends its call, and the server sees the connection close', async () => {
    const aborting = new AbortController()
    const gone = Promise.withResolvers<void>()
    const host = await start.http((request) => {
      request.on('close', () => gone.resolve())
      aborting.abort(new Error('cancelled'))
    })
    await expect(caller()(`http://${host}/`, {}, aborting.signal)).rejects.toThrow('cancelled')
    await gone.promise
  })

  test('starts no call', async () => {
    await expect(caller()('http://127.0.0.1:1/', {}, AbortSignal.abort(new Error('cancelled')))).rejects.toThrow(
      'cancelled',
    )
  })

  test('differs from a call that runs into its timeout', async () => {
    const server = await start.tcp(() => {})
    const slow = caller()(`http://${server}/`, { timeoutMs: 50 })
    await expect(slow).rejects.toMatchObject({ code: 'TIMED_OUT' })
  })
})
