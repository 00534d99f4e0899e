import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { plainFetch } from './plain-fetch.ts'

let close = () => {}
afterEach(() => close())

interface Request {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly key: unknown
  readonly length: unknown
  readonly body: string
  readonly port: number | undefined
}

/** A server and a client for it. */
async function serving(answer: (request: Request, response: ServerResponse) => void, timeoutMs = 10_000) {
  const server: Server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const { method, url, headers, socket } = request
    const { 'idempotency-key': key, 'content-length': length } = headers
    answer({ method, url, key, length, body: Buffer.concat(chunks).toString(), port: socket.remotePort }, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const client = plainFetch(timeoutMs)
  close = () => {
    client.close()
    server.closeAllConnections()
    server.close()
  }
  return { ...client, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
}

const JSON_HEADERS = { 'content-type': 'application/json' }

test('sends a request and reads its answer, on the same connection again', async () => {
  const requests: Request[] = []
  const { fetch, url } = await serving((request, response) => {
    requests.push(request)
    response.writeHead(202, JSON_HEADERS).end('{"name":"Grüße"}')
  })
  const send = () =>
    fetch(`${url}/Execution/a%2Fb/drive/send`, {
      method: 'POST',
      headers: { ...JSON_HEADERS, 'idempotency-key': 'drive:a/b:0' },
      body: new TextEncoder().encode('{"isUrgent":true}'),
    })
  const response = await send()
  expect([response.ok, response.status, await response.text()]).toEqual([true, 202, '{"name":"Grüße"}'])
  expect(new TextDecoder().decode(await (await send()).arrayBuffer())).toBe('{"name":"Grüße"}')
  const [first, second] = requests
  expect(first).toMatchObject({
    ...{ method: 'POST', url: '/Execution/a%2Fb/drive/send', key: 'drive:a/b:0' },
    ...{ length: '17', body: '{"isUrgent":true}' },
  })
  expect(second?.port).toBe(first?.port)
})

test('returns an answer with an error and its headers', async () => {
  const { fetch, url } = await serving((_, response) => {
    response.writeHead(503, { 'retry-after': '2', 'set-cookie': ['a=1', 'b=2'] }).end('busy')
  })
  const response = await fetch(url, { method: 'POST' })
  expect([response.ok, response.status, await response.text()]).toEqual([false, 503, 'busy'])
  expect([response.headers.get('retry-after'), response.headers.get('x-restate-error-source')]).toEqual(['2', null])
})

test('fails without a server, and if the answer is cut off', async () => {
  const { fetch, url, server } = await serving((_, response) => {
    response.writeHead(200, { 'content-length': '10' }).write('half')
    setImmediate(() => response.destroy())
  })
  await expect(fetch(url)).rejects.toThrow('aborted')
  server.close()
  await once(server, 'close')
  await expect(fetch(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
})

test.each(['before', 'in the middle of'])('fails if the server stops %s its answer', async (when) => {
  const { fetch, url } = await serving((_, response) => {
    if (when !== 'before') response.writeHead(200, { 'content-length': '10' }).write('half')
  }, 100)
  await expect(fetch(url)).rejects.toThrow()
})
