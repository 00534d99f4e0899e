import { describe, expect, test } from 'vitest'
import { caller, echo, endless } from '../testing/http-client.ts'
import { servers } from '../testing/test-servers.ts'

const start = servers()

describe('redirects', () => {
  /** Redirects every path but `/end` to `/end`, with the status in the path. */
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

  test('are returned as responses if they are not to be followed', async () => {
    const host = await viaStatus()
    const answer = await caller()(`http://${host}/302`, { followRedirects: false })
    expect(answer).toMatchObject({ status: 302, body: 'moved', headers: { location: '/end' } })
  })

  test('keep credentials on the same origin and drop all but harmless headers for another', async () => {
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

  test('in a circle fail after five', async () => {
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

  test('to an invalid URL fail', async () => {
    const host = await start.http((_, response) => response.writeHead(302, { Location: 'http://[' }).end())
    await expect(caller()(`http://${host}/`)).rejects.toMatchObject({ code: 'UPSTREAM_FAILED' })
  })
})
