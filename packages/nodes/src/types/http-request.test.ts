import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callOf } from '../http/call.ts'
import { startLoopback, stopLoopback } from '../testing/loopback-server.ts'
import { runExample } from '../testing/run-example.ts'
import httpRequest from './http-request.ts'

beforeAll(startLoopback)
afterAll(stopLoopback)

async function outcome(path: string): Promise<unknown> {
  const example = { title: '', config: { url: `https://api.example${path}?key=hidden` } }
  return Promise.resolve(runExample(httpRequest, example)).catch((error: unknown) => error)
}

test('temporary statuses are retryable, others final, and no message contains the query', async () => {
  const failures = await Promise.all(['/broken', '/busy', '/missing'].map(outcome))
  expect(failures).toMatchObject([
    { code: 'HTTP_STATUS', retryable: true, message: 'GET https://api.example/broken returned HTTP status 503.' },
    { code: 'HTTP_STATUS', retryable: true, message: 'GET https://api.example/busy returned HTTP status 429.' },
    { code: 'HTTP_STATUS', retryable: false, message: 'GET https://api.example/missing returned HTTP status 404.' },
  ])
})

test('follows redirects', async () => {
  expect(await outcome('/old')).toMatchObject({ status_code: 200, body: 'All is well' })
})

test('leaves the JSON output unset for invalid JSON', async () => {
  expect(await outcome('/half-json')).toEqual({
    status_code: 200,
    headers: { 'content-type': 'application/problem+json' },
    body: '{"a":',
  })
})

test('after a crash repeats only safe methods', () => {
  const again = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
  expect(again.filter((method) => httpRequest.afterCrash?.({ method }) === 'run again')).toEqual(['GET', 'HEAD'])
  expect(httpRequest.afterCrash?.({})).toBe('run again')
})

describe('the HTTP call', () => {
  const url = 'https://api.example/'

  test('is built from the settings', async () => {
    expect(await callOf({ url: ` ${url} `, timeout: 2.5, followRedirects: false }, {}, {})).toEqual({
      url,
      method: 'GET',
      headers: {},
      timeoutMs: 2500,
      followRedirects: false,
    })
  })

  test.each([
    ['{"a":1}', 'application/json', '{"a":1}'],
    ['a=1', 'text/plain; charset=utf-8', 'a=1'],
    ['{"a":', 'text/plain; charset=utf-8', '{"a":'],
    [[1], 'application/json', '[1]'],
    [0, 'application/json', '0'],
  ])('sends the body %j as %s', async (body, type, text) => {
    const call = await callOf({ url, method: 'POST' }, { body }, {})
    expect([call.headers?.['content-type'], call.body]).toEqual([type, text])
  })

  test('keeps a configured content type in any case', async () => {
    const { headers } = await callOf(
      { url, method: 'PUT', headers: { 'Content-Type': 'text/csv' } },
      { body: 'a,b' },
      {},
    )
    expect(headers).toEqual({ 'content-type': 'text/csv' })
  })

  test('sends no body with GET', async () => {
    expect(await callOf({ url, body: 'x' }, {}, {})).not.toHaveProperty('body')
  })

  test('sends authentication headers', async () => {
    expect((await callOf({ url, auth: 'bearer', token: 't' }, {}, {})).headers).toEqual({ authorization: 'Bearer t' })
    expect((await callOf({ url, auth: 'none', token: 't' }, {}, {})).headers).toEqual({})
    expect(
      (await callOf({ url, auth: 'bearer', token: 't' }, { headers: { Authorization: 'mine' } }, {})).headers,
    ).toEqual({
      authorization: 'mine',
    })
  })

  test.each([
    [{ 'x y': 'a' }, 'contains the invalid header name "x y"'],
    [{ x: { a: 1 } }, 'must have a string for "x" (got object)'],
    [{ x: 'a\nb' }, 'must not have a control character in "x"'],
    ['x: a', 'must be an object (got string)'],
  ])('rejects the headers %j', async (headers, reason) => {
    await expect(callOf({ url }, { headers }, {})).rejects.toThrow(`Input "headers" ${reason}.`)
  })

  test.each(['ftp://a', 'a.example', 'javascript:1', '//a', 'http://'])('rejects the URL %s', async (address) => {
    await expect(callOf({ url: address }, {}, {})).rejects.toThrow('Input "url" must be a URL')
  })
})
