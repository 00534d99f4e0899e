import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { echo } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'
import { createEgress } from './egress.ts'
import { createEgressFetch, type FetchLimits } from './egress-fetch.ts'

const start = servers()

const LIMITS: FetchLimits = {
  connectMs: 5_000,
  firstByteMs: 5_000,
  idleMs: 5_000,
  totalMs: 10_000,
  maxBytes: 100_000,
  maxHeaderBytes: 8_192,
}

function fetchWith(limits: Partial<FetchLimits> = {}, allow = ['127.0.0.1'], signal = new AbortController().signal) {
  return createEgressFetch(createEgress(allow), { ...LIMITS, ...limits }, signal)
}

test('sends the request and returns a standard Response', async () => {
  const host = await start.http(echo)
  const headers = { 'X-Api-Key': 'k', 'content-type': 'text/plain' }
  const answer = await fetchWith()(`http://${host}/a?b=c`, { method: 'POST', headers, body: 'é' })
  expect([answer.status, answer.ok, answer.statusText]).toEqual([200, true, 'OK'])
  expect(await answer.json()).toMatchObject({
    method: 'POST',
    url: '/a?b=c',
    body: 'é',
    headers: { 'x-api-key': 'k', 'content-length': '2' },
  })
})

test('streams the body as it arrives', async () => {
  let more = () => {}
  const host = await start.http((_, response) => {
    response.write('first')
    more = () => response.end('second')
  })
  const { body } = await fetchWith()(`http://${host}/`)
  const reader = body!.getReader()
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('first')
  more()
  expect(Buffer.from((await reader.read()).value!).toString()).toBe('second')
  expect((await reader.read()).done).toBe(true)
})

test('decompresses the body and counts the decompressed bytes', async () => {
  const host = await start.http((_, response) => {
    response.writeHead(200, { 'content-encoding': 'gzip', 'set-cookie': 'a=b' })
    response.end(gzipSync('x'.repeat(1_000)))
  })
  const answer = await fetchWith()(`http://${host}/`)
  expect([...answer.headers.keys()]).toEqual(['date'])
  expect(await answer.text()).toBe('x'.repeat(1_000))
  const tooMuch = await fetchWith({ maxBytes: 999 })(`http://${host}/`)
  await expect(tooMuch.text()).rejects.toMatchObject({ code: 'RESPONSE_TOO_LARGE' })
})

test.each([204, 304, 205])('a %i response has no body', async (status) => {
  const host = await start.http((_, response) => void response.writeHead(status).end())
  const asked = fetchWith()(`http://${host}/`)
  if (status === 304) await expect(asked).rejects.toMatchObject({ code: 'REDIRECT_REFUSED' })
  else expect((await asked).body).toBeNull()
})

test('cancelling the body closes the connection', async () => {
  let closed: Promise<unknown> = Promise.resolve()
  const host = await start.http((request, response) => {
    closed = new Promise((resolve) => request.socket.once('close', resolve))
    response.write('first')
  })
  const { body } = await fetchWith()(`http://${host}/`)
  await body?.cancel()
  await closed
})

test('does not send to a forbidden address or with a body that is not text', async () => {
  let requests = 0
  const host = await start.http((_, response) => {
    requests++
    response.end()
  })
  await expect(fetchWith({}, [])(`http://${host}/`)).rejects.toMatchObject({ code: 'EGRESS_DENIED' })
  const bytes = fetchWith()(`http://${host}/`, { method: 'POST', body: new Uint8Array(1) })
  await expect(bytes).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  const over = fetchWith({}, ['127.0.0.1'], AbortSignal.abort(new Error('over')))
  await expect(over(`http://${host}/`)).rejects.toThrow('over')
  expect(requests).toBe(0)
})

test('opened() allows the host and port of one URL only', () => {
  const egress = createEgress([]).opened(new URL('http://10.0.0.5:8080/v1'))
  expect(() => egress.check(new URL('http://10.0.0.5:8080/other'))).not.toThrow()
  for (const url of ['http://10.0.0.5/', 'http://10.0.0.5:8081/', 'http://10.0.0.6:8080/', 'http://[::1]:8080/']) {
    expect(() => egress.check(new URL(url)), url).toThrow('Not allowed')
  }
  expect(() => createEgress([]).opened(new URL('https://[::1]/')).check(new URL('https://[::1]:443/'))).not.toThrow()
})
