/** What a standby responds with before and during a takeover. */
import { type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { systemIds } from '../compose.ts'
import { logInto } from '../testing/test-service.ts'
import { HeldRequests } from './held-requests.ts'
import { HttpServer } from './server.ts'
import { standbyHandler } from './standby.ts'

const servers: HttpServer[] = []
afterEach(async () => {
  for (const { server } of servers.splice(0)) {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
})

async function standby(held: HeldRequests) {
  const handle = standbyHandler({
    config: { host: '127.0.0.1', allowedHost: [], publicUrl: undefined },
    ...{ ids: systemIds, log: logInto([]), holder: () => 'the other one', isLast: () => false, held },
  })
  const http = new HttpServer(handle, { silentConnectionMs: 30_000 })
  await http.listen({ port: 0, host: '127.0.0.1' })
  servers.push(http)
  const { port } = http.server.address() as AddressInfo
  const call = (method: string, path: string, body = '') => {
    const sent = request({ host: '127.0.0.1', port, method, path, agent: false })
    const answer = new Promise<[number | undefined, string]>((resolve, reject) => {
      sent.on('error', reject)
      sent.on('response', async (got: IncomingMessage) => resolve([got.statusCode, await text(got)]))
    })
    sent.end(body)
    return { answer, leave: () => sent.destroy() }
  }
  return { http, handle, call }
}

const ready = async ({ call }: Awaited<ReturnType<typeof standby>>) => (await call('GET', '/readyz').answer)[0]

test('requests of a takeover wait for the application and keep their bodies', async () => {
  const held = new HeldRequests()
  const service = await standby(held)
  expect(await ready(service)).toBe(503)
  expect((await service.call('POST', '/api/v1/workflows', 'early').answer)[0]).toBe(503)
  held.begin()
  expect(await ready(service)).toBe(200)
  const waiting = ['one', 'two'].map((body) => service.call('POST', '/api/v1/workflows', body).answer)
  await expect.poll(() => held.size).toBe(2)
  service.http.handle = async (got, response) => {
    response.end(`${got.method} ${await text(got)}`)
  }
  held.end(service.http.handle)
  expect(await Promise.all(waiting)).toEqual([
    [200, 'POST one'],
    [200, 'POST two'],
  ])
  expect(held.size).toBe(0)
})

test('requests are refused again if another standby has taken over', async () => {
  const held = new HeldRequests()
  const service = await standby(held)
  held.begin()
  const { answer } = service.call('POST', '/api/v1/workflows', 'x')
  await expect.poll(() => held.size).toBe(1)
  held.end(service.handle)
  expect((await answer)[0]).toBe(503)
  expect(await ready(service)).toBe(503)
})

test('neither more nor longer than the limits', async () => {
  const held = new HeldRequests({ requests: 1, ms: 200 })
  const service = await standby(held)
  held.begin()
  const first = service.call('POST', '/api/v1/workflows', 'x')
  await expect.poll(() => held.size).toBe(1)
  expect((await service.call('POST', '/api/v1/workflows', 'y').answer)[0]).toBe(503)
  expect((await first.answer)[0]).toBe(503)
  expect(held.size).toBe(0)
})

test('a request whose client left is forgotten', async () => {
  const held = new HeldRequests()
  const service = await standby(held)
  held.begin()
  const { answer, leave } = service.call('GET', '/api/v1/workflows')
  await expect.poll(() => held.size).toBe(1)
  leave()
  await expect(answer).rejects.toThrow()
  await expect.poll(() => held.size).toBe(0)
})
