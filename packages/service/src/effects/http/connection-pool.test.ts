import type { IncomingMessage, RequestListener } from 'node:http'
import type { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { caller } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'

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
