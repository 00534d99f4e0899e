import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates, type TLSSocket } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, expect, test } from 'vitest'
import { CERTIFICATE } from '../testing/certificate.ts'
import { caller } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'
import { createEgress } from './egress.ts'
import { createHttp } from './http-effect.ts'

const start = servers()
const { signal } = new AbortController()

/** A server that counts its connections and the requests on them. */
async function counting(listener: RequestListener = (_, response) => void response.end('ok')) {
  const sockets: Socket[] = []
  const requests: string[] = []
  const host = await start.http((request: IncomingMessage, response) => {
    if (!sockets.includes(request.socket)) sockets.push(request.socket)
    requests.push(`${request.method} ${sockets.indexOf(request.socket)}`)
    return listener(request, response)
  })
  return { host, sockets, requests }
}

test('reuses the connection of a workflow for its next safe request', async () => {
  const { host, requests } = await counting()
  const call = caller()
  for (const method of ['GET', 'GET', 'HEAD']) await call(`http://${host}/`, { method })
  expect(requests).toEqual(['GET 0', 'GET 0', 'HEAD 0'])
})

test('opens a new connection for every other method and for every workflow', async () => {
  const { host, requests } = await counting()
  const call = caller()
  await call(`http://${host}/`)
  await call(`http://${host}/`, { method: 'POST', body: 'x' })
  await call(`http://${host}/`, {}, signal, 'other')
  await call(`http://${host}/`)
  expect(requests).toEqual(['GET 0', 'POST 1', 'GET 2', 'GET 0'])
})

test('sends a request again on a new connection if the server has closed the reused one', async () => {
  const { host, requests } = await counting((request, response) => {
    if (requests.length === 2) request.socket.destroy()
    else response.end('ok')
  })
  const call = caller()
  expect((await call(`http://${host}/`)).body).toBe('ok')
  expect((await call(`http://${host}/`)).body).toBe('ok')
  expect(requests).toEqual(['GET 0', 'GET 0', 'GET 1'])
})

test('does not reuse a connection whose response was not read to its end', async () => {
  const { host, requests } = await counting((_, response) => void response.end('x'.repeat(100_000)))
  const call = caller()
  await expect(call(`http://${host}/`, { maxBytes: 10 })).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
  await call(`http://${host}/`)
  expect(requests).toEqual(['GET 0', 'GET 1'])
})

test('does not share connections between egress policies', async () => {
  const { host, requests } = await counting()
  await caller()(`http://${host}/`)
  await expect(caller([])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
  await caller()(`http://${host}/`)
  expect(requests).toEqual(['GET 0', 'GET 1'])
})

test('keeps the connections of a hundred requests at a time', async () => {
  const waiting: (() => void)[] = []
  const { host, sockets } = await counting((_, response) => {
    waiting.push(() => void response.end('ok'))
    if (waiting.length === 100) for (const answer of waiting.splice(0)) answer()
  })
  const call = caller()
  for (let round = 0; round < 2; round++) {
    await Promise.all(Array.from({ length: 100 }, () => call(`http://${host}/`)))
  }
  expect(sockets).toHaveLength(100)
})

test('reuses the connection of a compressed response', async () => {
  const { host, requests } = await counting((_, response) => {
    response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(200_000)))
  })
  const call = caller()
  for (let count = 0; count < 2; count++) expect((await call(`http://${host}/`)).body).toHaveLength(200_000)
  expect(requests).toEqual(['GET 0', 'GET 0'])
})

test('opens a new connection after a response that closes it', async () => {
  const { host, requests } = await counting((_, response) => {
    response.setHeader('connection', 'close').end('ok')
  })
  const call = caller()
  for (let count = 0; count < 2; count++) expect((await call(`http://${host}/`)).body).toBe('ok')
  expect(requests).toEqual(['GET 0', 'GET 1'])
})

test('resolves a host name once for each connection', async () => {
  const { host } = await counting()
  let questions = 0
  const resolve = async () => {
    questions++
    return [{ address: questions === 1 ? '127.0.0.1' : '10.0.0.1', family: 4 }]
  }
  const http = createHttp(createEgress(['127.0.0.1'], resolve))
  const url = `http://rebind.example:${host.split(':')[1]}/`
  const step = { signal, idempotencyKey: 'k', attempt: 1 }
  await http.send({ method: 'GET', url }, step)
  await http.send({ method: 'GET', url }, step)
  expect(questions).toBe(1)
  http.close()
  await expect(http.send({ method: 'GET', url }, step)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
})

test('aborts while a host name is being resolved', async () => {
  const aborting = new AbortController()
  const resolve = () => {
    aborting.abort(new Error('cancelled'))
    return new Promise<never>(() => {})
  }
  const http = createHttp(createEgress([], resolve))
  const step = { signal: aborting.signal, idempotencyKey: 'k', attempt: 1 }
  await expect(http.send({ method: 'GET', url: 'http://slow.example/' }, step)).rejects.toThrow('cancelled')
})

const trusted = getCACertificates('default')
afterEach(() => setDefaultCACertificates(trusted))

test('reuses an encrypted connection of a trusted server', async () => {
  setDefaultCACertificates([...trusted, CERTIFICATE])
  const names: unknown[] = []
  const sockets = new Set<Socket>()
  const host = await start.https((request, response) => {
    sockets.add(request.socket)
    names.push((request.socket as TLSSocket).servername)
    response.end('ok')
  })
  const call = caller()
  for (let count = 0; count < 2; count++) expect((await call(`https://${host}/`)).body).toBe('ok')
  expect([sockets.size, names]).toEqual([1, ['secure.example', 'secure.example']])
})

test.each(['GET', 'POST'])('rejects a certificate that is not trusted, or is for another host: %s', async (method) => {
  const host = await start.https((_, response) => void response.end('secret'))
  await expect(caller()(`https://${host}/`, { method })).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: expect.stringContaining('DEPTH_ZERO_SELF_SIGNED_CERT'),
  })
  setDefaultCACertificates([...trusted, CERTIFICATE])
  const other = host.replace('secure', 'other')
  await expect(caller()(`https://${other}/`, { method })).rejects.toMatchObject({
    code: 'UPSTREAM_FAILED',
    message: expect.stringContaining('ERR_TLS_CERT_ALTNAME_INVALID'),
  })
})
