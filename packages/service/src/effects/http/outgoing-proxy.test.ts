import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, test } from 'vitest'
import { CERTIFICATE } from '../testing/certificate.ts'
import { echo } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'
import { createEgress } from './egress.ts'
import { createEgressFetch } from './egress-fetch.ts'
import { send } from './exchange.ts'
import { createHttp } from './http-effect.ts'
import { outgoingProxy } from './outgoing-proxy.ts'

const start = servers()
const trusted = tls.getCACertificates('default')
afterEach(() => tls.setDefaultCACertificates(trusted))

const STEP = { signal: new AbortController().signal, idempotencyKey: 'k', attempt: 1 }
const PUBLIC = async () => [{ address: '203.0.114.7', family: 4 }]
const PRIVATE = async () => [{ address: '10.0.0.5', family: 4 }]

/** A proxy that sends every request to the same server. */
async function proxyTo(target: string) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const [host, port] = target.split(':')
  const proxy = createServer(async (request: IncomingMessage, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    response.end(`proxied ${request.headers.host}`)
  })
  proxy.on('connection', (socket) => sockets.add(socket))
  proxy.on('connect', (request: IncomingMessage, socket: Socket) => {
    asked.push(`CONNECT ${request.url} ${request.headers['proxy-authorization'] ?? ''}`.trim())
    const upstream = connect(Number(port), host === 'secure.example' ? '127.0.0.1' : host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      upstream.pipe(socket).pipe(upstream)
    })
    sockets.add(upstream)
    upstream.on('error', () => socket.destroy())
    socket.on('error', () => upstream.destroy())
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  return {
    asked,
    address: `http://user:pass@127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      proxy.close()
      await once(proxy, 'close')
    },
  }
}

const AUTHORISED = `Basic ${Buffer.from('user:pass').toString('base64')}`

describe('a call through a proxy', () => {
  test('uses a tunnel for https, with the credentials of the proxy', async () => {
    const target = await start.https(echo)
    tls.setDefaultCACertificates([...trusted, CERTIFICATE])
    await using proxy = await proxyTo(target)
    const proxyFor = outgoingProxy({ httpsProxy: proxy.address, noProxy: [] })
    const egress = createEgress([], PUBLIC, proxyFor)
    const answer = await createHttp(egress).send({ method: 'GET', url: `https://${target}/a` }, STEP)
    expect([answer.status, JSON.parse(answer.body).url]).toEqual([200, '/a'])
    expect(proxy.asked).toEqual([`CONNECT ${target} ${AUTHORISED}`])
    const limits = {
      connectMs: 9000,
      firstByteMs: 9000,
      idleMs: 9000,
      totalMs: 9000,
      maxBytes: 9000,
      maxHeaderBytes: 9000,
    }
    const response = await createEgressFetch(
      egress,
      limits,
      STEP.signal,
    )(`https://${target}/b`, { method: 'POST', body: 'x' })
    expect(await response.json()).toMatchObject({ url: '/b', body: 'x' })
    let connected = 0
    const outgoing = { url: new URL(`https://${target}/c`), method: 'GET', headers: {}, body: undefined }
    const onConnected = () => void connected++
    ;(await send(outgoing, egress, { maxHeaderBytes: 9000, signal: STEP.signal, onConnected })).destroy()
    expect([connected, proxy.asked.length]).toEqual([1, 3])
  })

  test('sends an http request to the proxy', async () => {
    await using proxy = await proxyTo('127.0.0.1:1')
    const proxyFor = outgoingProxy({ httpProxy: proxy.address, noProxy: [] })
    const http = createHttp(createEgress([], PUBLIC, proxyFor))
    const answer = await http.send({ method: 'GET', url: 'http://api.example.com/a?b=c' }, STEP)
    expect(answer.body).toBe('proxied api.example.com')
    expect(proxy.asked).toEqual([`GET http://api.example.com/a?b=c ${AUTHORISED}`])
  })

  test('is rejected before the proxy gets it if the policy does not allow the address of its host', async () => {
    await using proxy = await proxyTo('127.0.0.1:1')
    const proxyFor = outgoingProxy({ httpProxy: proxy.address, httpsProxy: proxy.address, noProxy: [] })
    const http = createHttp(createEgress([], PRIVATE, proxyFor))
    for (const url of [
      'http://intranet.example/',
      'https://intranet.example/',
      'http://10.0.0.5/',
      'http://127.0.0.1/',
    ]) {
      await expect(http.send({ method: 'GET', url }, STEP), url).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
    }
    const unknown = createHttp(createEgress([], async () => [], proxyFor))
    const call = unknown.send({ method: 'GET', url: 'https://nothing.example/' }, STEP)
    await expect(call).rejects.toThrow('nothing.example could not be reached, or the connection was lost (ENOTFOUND).')
    expect(proxy.asked).toEqual([])
  })

  test('fails if the proxy does not respond', async () => {
    const proxyFor = outgoingProxy({ httpsProxy: 'http://127.0.0.1:1', noProxy: [] })
    const http = createHttp(createEgress([], PUBLIC, proxyFor))
    const call = http.send({ method: 'GET', url: 'https://api.example.com/' }, STEP)
    await expect(call).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  })
})

describe('the hosts without a proxy', () => {
  const isProxied = (url: string, noProxy: readonly string[]) =>
    outgoingProxy({ httpProxy: 'http://p:1', httpsProxy: 'http://p:1', noProxy })(new URL(url)) !== undefined

  test.each([
    ['https://api.example.com', [], true],
    ['https://api.example.com', ['example.com'], false],
    ['https://api.example.com', ['.example.com'], false],
    ['https://api.example.com', ['*.example.com'], false],
    ['https://example.com.', ['Example.com'], false],
    ['https://notexample.com', ['example.com'], true],
    ['https://api.example.com', ['*'], false],
    ['https://api.example.com', ['api.example.com:443'], false],
    ['https://api.example.com', ['api.example.com:8443'], true],
    ['http://10.1.2.3', ['10.0.0.0/8'], false],
    ['http://11.1.2.3', ['10.0.0.0/8'], true],
    ['http://[2001:db8::1]', ['[2001:db8::1]:80'], false],
    ['http://[2001:db8::1]', ['2001:db8::/32'], false],
    ['http://localhost:11434', [], false],
    ['http://127.0.0.1:11434', [], false],
    ['http://[::1]:11434', [], false],
  ])('%s with %j is proxied: %s', (url, noProxy, expected) => expect(isProxied(url, noProxy)).toBe(expected))

  test('only the protocols with a proxy use one', () => {
    const proxyFor = outgoingProxy({ httpsProxy: 'http://p:1', noProxy: [] })
    expect(proxyFor(new URL('http://api.example.com'))).toBeUndefined()
    expect(proxyFor(new URL('https://api.example.com'))).toBeDefined()
  })
})
